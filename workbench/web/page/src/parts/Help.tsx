/** How to play here, and the keys. */
import { signal } from "@preact/signals";
import { words } from "../language";
import { setSetting, setting } from "../memory";
import { Dialog } from "../ui";

export const helpOpen = signal(false);
/** Single letters disturb those who speak to their computer: they can be turned off. */
export const lettersOn = signal(setting("letters") !== "off");

export function Help() {
  if (!helpOpen.value) return null;
  const texts = words.value;
  const keys: [string[], string][] = [
    [["Tab"], texts.keyTab],
    [["T"], texts.keyTable],
    [["←", "↑", "↓", "→"], texts.keyArrows],
    [["Enter", texts.space], texts.keyChoose],
    [["Esc"], texts.keyEscape],
    [["O"], texts.keyOptions],
    [["U"], texts.keyUndo],
    [["L"], texts.keyLog],
    [["R"], texts.keyRules],
    [["B"], texts.keyReplay],
    [["←", "→"], texts.keyReplaySteps],
    [["P"], texts.keyPlay],
    [["?"], texts.keyHelp],
  ];
  return (
    <Dialog title={texts.helpTitle} onClose={() => { helpOpen.value = false; }} attributes={{ "data-help": "" }}>
      <p>{texts.helpClick}</p>
      <p>{texts.helpWhy}</p>
      <p>{texts.helpLog}</p>
      <h3>{texts.helpKeys}</h3>
      <dl class="keys">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>{names.map((one) => <kbd key={one}>{one}</kbd>)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={lettersOn.value}
          onChange={(event) => {
            lettersOn.value = event.currentTarget.checked;
            setSetting("letters", event.currentTarget.checked ? "on" : "off");
          }}
        />
        <span>{texts.keysOn}</span>
      </label>
    </Dialog>
  );
}
