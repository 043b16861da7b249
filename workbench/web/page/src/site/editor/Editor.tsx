/** The editor of a game: its files on the left, with what is wrong in them, and the table on the right. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, defaultHighlightStyle, foldGutter, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { formatKeymap, hoverTooltips, jumpToDefinitionKeymap, serverCompletion, serverDiagnostics } from "@codemirror/lsp-client";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, rectangularSelection } from "@codemirror/view";
import { useComputed, useSignal } from "@preact/signals";
import DOMPurify from "dompurify";
import { useEffect, useRef, useState } from "preact/hooks";
import { create, game as fetchGame, problemOf } from "../../api";
import { words } from "../../language";
import { setSetting, setting } from "../../memory";
import { go, linkTo } from "../../router";
import { Go, LanguageSwitch, Mark, sentence } from "../../ui";
import { type Files, folderOf, own, PATH } from "../kept";
import { siteWords } from "../words";
import { archive, inLink, linkOf, taken } from "./games";
import { Output } from "./Output";
import { type Action, edited, editsOf, Language, offset, pathOf, type Problem, type TextEdit, uriOf } from "./server";

/** Milliseconds after the last key until what is written is saved, and played on. */
const PAUSE = 400;

/** The page's content security policy allows style elements with it: those that CodeMirror makes. */
const NONCE = "rulewright-styles";

let language: Language | null = null;

/** The language server, started when it is first needed. */
const server = (): Language => {
  language ??= new Language({
    extensions: [serverCompletion({ override: true }), hoverTooltips(), serverDiagnostics()],
    sanitizeHTML: (html) => DOMPurify.sanitize(html), // a game may come from anybody
  });
  return language;
};

/** The order of tabs: the file that begins the game, others, scenarios, variants. */
const inOrder = (paths: string[]): string[] => {
  const rank = (path: string): number => (path === "game.yaml" ? 0 : path.startsWith("scenarios/") ? 2 : path.startsWith("variants/") ? 3 : 1);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
};

export function Editor({ name, hash }: { name: string; hash: string }) {
  const [files, setFiles] = useState<Files | null>(null);
  const [sent, setSent] = useState<{ name: string; files: Files } | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = `${name || "Rulewright"} – Rulewright`;
    setSent(null);
    setTrouble("");
    if (name) {
      own.files(name).then(setFiles, (error: unknown) => setTrouble(String(error)));
      return;
    }
    try {
      setSent(inLink(hash));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  }, [name, hash]);
  const texts = siteWords.value;
  if (sent) {
    const keep = (): void => {
      try {
        go(`/edit?game=${encodeURIComponent(taken(sent.files, sent.name))}`);
      } catch (error) {
        setTrouble(error instanceof Error ? error.message : String(error));
      }
    };
    return (
      <Notice>
        <p>{texts.fromLink(sent.name)}</p>
        <details>
          <summary>{Object.keys(sent.files).join(", ")}</summary>
          {Object.entries(sent.files).map(([path, text]) => <pre key={path} class="site-source">{`# ${path}\n${text}`}</pre>)}
        </details>
        <div class="actions"><button type="button" class="button chief-button" data-keep onClick={keep}>{texts.keepIt}</button></div>
        {trouble && <p class="notice" role="alert">{trouble}</p>}
      </Notice>
    );
  }
  if (trouble) return <Notice><p role="alert">{trouble}</p></Notice>;
  if (!files) return <Notice><p role="status">{words.value.loading}</p></Notice>;
  if (Object.keys(files).length === 0) return <Notice><p role="alert">{texts.noGame(name)}</p></Notice>;
  return <Desktop name={name} files={files} />;
}

function Notice({ children }: { children: preact.ComponentChildren }) {
  return (
    <div class="lobby">
      <header class="lobby-head"><Mark /><LanguageSwitch /></header>
      <main class="narrow">{children}<p><Go to="/">{words.value.home}</Go></p></main>
    </div>
  );
}

function Desktop({ name, files: first }: { name: string; files: Files }) {
  const texts = siteWords.value;
  const there = server();
  const files = useSignal(first);
  const path = useSignal(inOrder(Object.keys(first))[0] ?? "");
  const match = useSignal<string | null>(setting(`match ${name}`));
  const trouble = useSignal("");
  const note = useSignal("");
  const view = useRef<EditorView | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const unsaved = useRef<Files>({});

  const save = (): void => {
    window.clearTimeout(timer.current);
    const changed = unsaved.current;
    unsaved.current = {};
    if (Object.keys(changed).length === 0) return;
    own.keep(name, changed);
    note.value = texts.saved;
  };
  const write = (at: string, text: string): void => {
    files.value = { ...files.value, [at]: text };
    unsaved.current[at] = text;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(save, PAUSE);
  };
  /** Files that change elsewhere than in the open editor. */
  const put = (changed: Record<string, string | null>): void => {
    save();
    const now: Record<string, string | null> = { ...files.value, ...changed };
    files.value = Object.fromEntries(Object.entries(now).filter((one): one is [string, string] => one[1] !== null));
    own.keep(name, changed);
    there.write(name, changed);
  };
  const apply = (all: [string, TextEdit[]][]): void => {
    for (const [uri, edits] of all) {
      const at = pathOf(name, uri);
      if (at === null) continue;
      const open = at === path.value ? view.current : null;
      if (!open) {
        put({ [at]: edited(files.value[at] ?? "", edits) });
        continue;
      }
      const text = open.state.doc.toString(); // only what changes is replaced, so that the cursor stays
      open.dispatch({
        changes: edits.map(({ range, newText }) => ({ from: offset(text, range.start), to: offset(text, range.end), insert: newText })),
      });
    }
  };
  const rename = (): boolean => {
    const now = view.current;
    const word = now?.state.wordAt(now.state.selection.main.head);
    if (!now || !word) return false;
    const wanted = window.prompt(texts.renameAsk, now.state.sliceDoc(word.from, word.to));
    if (!wanted) return true;
    const line = now.state.doc.lineAt(word.from);
    there.rename(uriOf(name, path.value), { line: line.number - 1, character: word.from - line.from }, wanted).then(apply, (error: unknown) => {
      trouble.value = error instanceof Error ? error.message : String(error);
    });
    return true;
  };

  useEffect(() => {
    there.write(name, first);
    return save;
  }, []);
  useEffect(() => {
    const at = path.value;
    if (!host.current || !there.ready.value || files.value[at] === undefined) return;
    const extensions = [
      lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), rectangularSelection(), indentOnInput(), indentUnit.of("  "),
      bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
      search({ top: true }), autocompletion(), yaml(), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      EditorView.lineWrapping, EditorView.cspNonce.of(NONCE),
      keymap.of([
        { key: "F2", run: rename },
        { key: "Mod-s", run: () => { save(); return true; } },
        ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...formatKeymap, ...jumpToDefinitionKeymap, indentWithTab,
      ]),
      there.client.plugin(uriOf(name, at), "rulewright"),
      EditorView.updateListener.of((update) => { if (update.docChanged) write(at, update.state.doc.toString()); }),
      EditorView.contentAttributes.of({ "aria-label": at }),
    ];
    const made = new EditorView({ parent: host.current, state: EditorState.create({ doc: files.value[at], extensions }) });
    view.current = made;
    return () => {
      save();
      there.write(name, { [at]: made.state.doc.toString() });
      made.destroy();
      view.current = null;
    };
  }, [path.value, there.ready.value]);

  const problems = useComputed(() => Object.entries(there.problems.value).flatMap(([uri, found]) => {
    const at = pathOf(name, uri);
    return at === null ? [] : found.map((problem): [string, Problem] => [at, problem]);
  }));
  const begin = async (): Promise<void> => {
    save();
    trouble.value = "";
    try {
      const known = await fetchGame(folderOf(name), []);
      const players = Array.from({ length: known.least }, (_, at) => `${words.value.player} ${at + 1}`);
      const plays = players.map((_, at) => (at === 0 ? "person" : "greedy:4"));
      const made = await create({ game: folderOf(name), variants: [], players, plays, options: {}, seed: null, clock: null, absence: null });
      match.value = `/t/${made.match}#${made.tokens[0] ?? made.host}`;
      setSetting(`match ${name}`, match.value);
    } catch (error) {
      trouble.value = problemOf(error).message;
    }
  };
  const show = (at: string, problem: Problem): void => {
    path.value = at;
    window.setTimeout(() => {
      const now = view.current;
      if (!now) return;
      const line = now.state.doc.line(Math.min(problem.range.start.line + 1, now.state.doc.lines));
      const anchor = Math.min(line.from + problem.range.start.character, line.to);
      now.dispatch({ selection: { anchor }, scrollIntoView: true });
      now.focus();
    }, 50);
  };
  const add = (): void => {
    const wanted = window.prompt(texts.newFileAsk, "scenarios/first.yaml")?.trim();
    if (!wanted) return;
    trouble.value = "";
    if (!PATH.test(wanted)) trouble.value = texts.oddName(wanted);
    else {
      if (files.value[wanted] === undefined) put({ [wanted]: wanted.startsWith("scenarios/") ? "rulewright: 2\nscenarios:\n" : "" });
      path.value = wanted;
    }
  };
  const drop = (): void => {
    const at = path.value;
    if (!window.confirm(texts.sureToDelete(at))) return;
    path.value = inOrder(Object.keys(files.value)).find((one) => one !== at) ?? "";
    window.setTimeout(() => put({ [at]: null }), 0);
  };
  const share = async (): Promise<void> => {
    save();
    try {
      await navigator.clipboard.writeText(linkOf(name, files.value));
      note.value = texts.shareDone;
    } catch (error) {
      trouble.value = error instanceof Error ? error.message : String(error);
    }
  };
  const download = (): void => {
    save();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(archive(name, files.value));
    link.download = `${name}.zip`;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const count = problems.value.length;
  return (
    <main class="site-desk" data-editor data-ready={there.ready.value ? "" : undefined}>
      <header class="site-head">
        <Go to="/" class="site-home">{words.value.home}</Go>
        <h1>{name}</h1>
        <span class="muted small" role="status">{note.value}</span>
        <button type="button" class="quiet" data-share onClick={() => void share()}>{texts.share}</button>
        <button type="button" class="quiet" data-download onClick={download}>{texts.download}</button>
        <LanguageSwitch />
      </header>
      {trouble.value && (
        <p class="notice" role="alert" data-trouble>
          {sentence(trouble.value)}
          <button type="button" class="quiet" aria-label={words.value.close} onClick={() => { trouble.value = ""; }}>×</button>
        </p>
      )}
      <section class="site-write" aria-label={texts.files}>
        <nav class="site-tabs">
          {inOrder(Object.keys(files.value)).map((one) => (
            <button
              key={one}
              type="button"
              class="quiet"
              aria-current={one === path.value ? "page" : undefined}
              data-file={one}
              onClick={() => { path.value = one; }}
            >
              {one}
            </button>
          ))}
          <button type="button" class="quiet" onClick={add}>+ {texts.newFile}</button>
          {Object.keys(files.value).length > 1 && <button type="button" class="quiet" onClick={drop}>{texts.deleteFile}</button>}
        </nav>
        <div class="site-text" ref={host} data-text>
          {!there.ready.value && <p role="status">{texts.languageStarts}</p>}
        </div>
        <details class="site-problems" open data-problems={count}>
          <summary>{there.ready.value ? texts.problems(count) : texts.languageStarts}</summary>
          <ul>
            {problems.value.map(([at, problem], number) => (
              <ProblemLine
                key={`${number} ${at} ${problem.message}`}
                at={at}
                problem={problem}
                show={() => show(at, problem)}
                actions={() => there.actions(uriOf(name, at), problem)}
                apply={(action) => apply(editsOf(action.edit ?? {}))}
              />
            ))}
          </ul>
        </details>
        <Output name={name} files={files.value} />
      </section>
      <section class="site-table" aria-label={texts.table}>
        <div class="actions">
          <button type="button" class="button chief-button" data-play disabled={problems.value.some(([, one]) => one.severity === 1)} onClick={() => void begin()}>
            {match.value ? texts.playAgain : texts.play}
          </button>
        </div>
        {match.value && <iframe key={match.value} title={texts.table} src={`${window.location.pathname}${linkTo(match.value)}`} data-table-frame />}
      </section>
    </main>
  );
}

/** One thing that is wrong, with what can be done about it. */
function ProblemLine({ at, problem, show, actions, apply }: {
  at: string;
  problem: Problem;
  show: () => void;
  actions: () => Promise<Action[]>;
  apply: (action: Action) => void;
}) {
  const texts = siteWords.value;
  const [found, setFound] = useState<Action[]>([]);
  useEffect(() => {
    let wanted = true;
    actions().then((some) => { if (wanted) setFound(some); }, () => undefined);
    return () => { wanted = false; };
  }, [problem]);
  return (
    <li class={problem.severity === 1 ? "bad" : ""} data-problem={problem.code}>
      <button type="button" class="quiet" onClick={show}>
        <code>{`${at}:${problem.range.start.line + 1}:${problem.range.start.character + 1}`}</code>
        {` ${problem.code ?? ""} `}
        <span class="site-message">{problem.message}</span>
      </button>
      {found.map((one) => (
        <button key={one.title} type="button" class="button" data-fix title={one.title} onClick={() => apply(one)}>{`${texts.fix}: ${one.title}`}</button>
      ))}
    </li>
  );
}
