/** Small parts that several places use. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { language, speak, words } from "./language";
import type { Problem } from "./protocol";
import { follow, linkTo } from "./router";
import { languages, wordsOf } from "./words";

/**
 * A dialog of the browser's own kind: it holds the focus, Escape closes it, and the focus goes back to where it was.
 * A click beside it closes it too.
 */
export function Dialog({ title, onClose, children, wide = false, attributes = {} }: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
  attributes?: Record<string, string>;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      if (element?.open) element.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => { event.preventDefault(); event.stopPropagation(); onClose(); }}
      onClick={(event) => { if (event.target === dialog.current) onClose(); }}
      {...attributes}
    >
      <div class="sheet">
        <header class="sheet-head">
          <h2 id={id} tabIndex={-1}>{title}</h2>
          <button type="button" class="quiet round" aria-label={words.value.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div class="sheet-body">{children}</div>
      </div>
    </dialog>
  );
}

const ICONS = {
  close: "M5 5l10 10M15 5L5 15",
  more: "M4 10h.5M9.75 10h.5M15.5 10h.5",
  undo: "M8 4L4 8l4 4M4.5 8H12a4 4 0 0 1 0 8H8",
  first: "M5 4v12M16 4l-8 6 8 6z",
  previous: "M13 4l-7 6 7 6z",
  next: "M7 4l7 6-7 6z",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  menu: "M3 5h14M3 10h14M3 15h14",
  book: "M10 5c-2-1.3-4.5-1.5-7-1v11c2.5-.5 5-.3 7 1 2-1.3 4.5-1.5 7-1V4c-2.5-.5-5-.3-7 1zM10 5v11",
  about: "M10 9v5.5M10 5.5h.01",
  clock: "M10 5.5V10l3 2M10 17a7 7 0 1 0-7-7M3 10l-1.5-2M3 10l2-1.7",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8M10 14.5h.01",
} as const;

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} stroke-width={name === "more" ? 2.8 : 1.8} />
    </svg>
  );
}

/** A message as a sentence: it begins with a capital letter, and ends. */
export function sentence(text: string): string {
  if (!text) return "";
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** What went wrong, with the way out. */
export function Trouble({ problem, onClose, again }: { problem: Problem; onClose?: () => void; again?: () => void }) {
  const say = words.value;
  const offline = problem.code === "offline";
  const known = say.errors[problem.code];
  const message = offline ? say.offline : (known ?? sentence(problem.message || say.failed));
  const help = offline ? say.offlineHelp : known === undefined ? sentence(problem.help) : "";
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>{message}</strong>
        {help && <span> {help}</span>}
        {!offline && known === undefined && problem.path && <span class="muted"> ({problem.path})</span>}
      </p>
      {again && <button type="button" onClick={again}>{say.again}</button>}
      {onClose && (
        <button type="button" class="quiet round" aria-label={say.close} onClick={onClose}><Icon name="close" /></button>
      )}
    </div>
  );
}

export function LanguageSwitch({ onChange }: { onChange?: (chosen: string) => void }) {
  return (
    <div class="language" role="group" aria-label={words.value.languageSwitch}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          data-language={one}
          aria-pressed={one === language.value}
          onClick={() => { speak(one); onChange?.(one); }}
        >
          {wordsOf(one).language}
        </button>
      ))}
    </div>
  );
}

async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection there is no clipboard, but a selected text can be copied.
    field?.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}

/** An address to copy. */
export function CopyField({ label, value, attributes = {} }: { label: string; value: string; attributes?: Record<string, string> }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), 2500);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <div class="copy-row">
        <input id={id} ref={field} readOnly value={value} onFocus={(event) => event.currentTarget.select()} {...attributes} />
        <button
          type="button"
          aria-label={`${words.value.copy}: ${label}`}
          onClick={() => { void copyText(value, field.current).then(setCopied); }}
        >
          {copied ? words.value.copied : words.value.copy}
        </button>
      </div>
      <span class="unseen" role="status">{copied ? words.value.copied : ""}</span>
    </div>
  );
}

/** A link within the page. */
export function Go({ to, children, ...rest }: {
  to: string;
  children: ComponentChildren;
  class?: string;
  "aria-label"?: string;
  "data-game"?: string;
  "data-sit"?: boolean;
}) {
  return <a href={linkTo(to)} onClick={follow} {...rest}>{children}</a>;
}

/** The name of the whole. */
export function Mark() {
  return (
    <Go to="/" class="mark" aria-label={`Rulewright: ${words.value.home}`}>
      <svg class="mark-sign" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <path d="M12 2l8.7 5v10L12 22l-8.7-5V7z" /><circle cx="12" cy="12" r="3.2" />
      </svg>
      <span class="mark-name">Rulewright</span>
    </Go>
  );
}

/** In a long list only one control is reached by Tab; the arrows go from one to the next. */
export function useRoving<T extends HTMLElement>(where: "first" | "last" = "first") {
  const box = useRef<T>(null);
  const current = useRef<HTMLElement | null>(null);
  const items = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>("[data-rove]") ?? [])];
  useLayoutEffect(() => {
    const all = items();
    if (!current.current || !all.includes(current.current) || (where === "last" && document.activeElement !== current.current)) {
      current.current = (where === "first" ? all[0] : all[all.length - 1]) ?? null;
    }
    for (const one of all) one.tabIndex = one === current.current ? 0 : -1;
  });
  const to = (one: HTMLElement | undefined): void => {
    if (!one) return;
    if (current.current) current.current.tabIndex = -1;
    current.current = one;
    one.tabIndex = 0;
    one.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = all.length - 1;
    const next = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(all[Math.max(0, Math.min(last, next))]);
  };
  const onFocusIn = (event: FocusEvent): void => {
    const all = items();
    const one = event.target as HTMLElement;
    if (!all.includes(one) || one === current.current) return;
    if (current.current) current.current.tabIndex = -1;
    current.current = one;
    one.tabIndex = 0;
  };
  return { ref: box, onKeyDown, onFocusIn };
}

/** For searching: without case and without accents. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
