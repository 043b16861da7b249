/** Looking back: the match from its beginning, step by step. */
import { useEffect, useState } from "preact/hooks";
import { language, words } from "../language";
import * as store from "../store";
import { Icon } from "../ui";
import { say } from "../words";

const SPEEDS = [1, 2, 4];
/** Milliseconds from one step to the next at the first speed. */
const PACE = 1200;

export function Replay() {
  const texts = words.value;
  const back = store.looking.value;
  const [speed, setSpeed] = useState(1);
  const last = back ? back.frames.length - 1 : 0;
  const running = back?.playing === true;
  useEffect(() => {
    if (!back || !running) return undefined;
    if (back.at >= last) {
      if (!back.loading) store.playing(false);
      return undefined;
    }
    const timer = window.setTimeout(() => store.step(back.at + 1), PACE / speed);
    return () => window.clearTimeout(timer);
  }, [back, running, speed]);
  if (!back) return null;
  const lines = store.lines.value;
  const line = say(lines[lines.length - 1]?.text, language.value);
  const step = (by: number) => () => { store.playing(false); store.step(back.at + by); };
  return (
    <section class="prompt replay" aria-labelledby="turn">
      <div class="prompt-head">
        <div class="prompt-text">
          <h2 id="turn" class="turn" tabIndex={-1}>{texts.replayTitle}</h2>
          <p class="question" aria-live={running ? "off" : "polite"}>{line || texts.logEmpty}</p>
        </div>
        <button type="button" class="chief-button" data-live onClick={store.backToMatch}>{texts.replayLive}</button>
      </div>
      <div class="replay-row">
        <div class="replay-keys">
          <button type="button" class="round" aria-label={texts.replayFirst} disabled={back.at === 0} onClick={step(-back.at)}><Icon name="first" /></button>
          <button type="button" class="round" data-step="-1" aria-label={texts.replayPrevious} disabled={back.at === 0} onClick={step(-1)}><Icon name="previous" /></button>
          <button type="button" class="round chief-button" data-play aria-label={running ? texts.replayPause : texts.replayPlay} onClick={() => store.playing(!running)}>
            <Icon name={running ? "pause" : "play"} />
          </button>
          <button type="button" class="round" data-step="1" aria-label={texts.replayNext} disabled={back.at >= last} onClick={step(1)}><Icon name="next" /></button>
        </div>
        <input
          type="range"
          data-replay
          class="slider"
          min={0}
          max={Math.max(0, last)}
          step={1}
          value={back.at}
          aria-label={texts.replayTitle}
          aria-valuetext={texts.replayStep(back.at, Math.max(0, last))}
          onInput={(event) => { store.playing(false); store.step(Number(event.currentTarget.value)); }}
        />
        <span class="muted small replay-count">
          {back.loading ? texts.replayLoading(back.frames.length) : texts.replayStep(back.at, last)}
        </span>
        <div class="speeds" role="group" aria-label={texts.replaySpeed}>
          {SPEEDS.map((one) => (
            <button key={one} type="button" class="quiet" aria-pressed={one === speed} onClick={() => setSpeed(one)}>{one}×</button>
          ))}
        </div>
      </div>
    </section>
  );
}
