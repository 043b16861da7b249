/** Colours: shades, and ink that is legible on any of them. */

function channels(hex: string): [number, number, number] {
  const long = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex);
  const full = long ? `#${long[1]}${long[1]}${long[2]}${long[2]}${long[3]}${long[3]}` : hex;
  const number = Number.parseInt(full.slice(1, 7), 16);
  return Number.isNaN(number) ? [128, 128, 128] : [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever stands out more: only so is it at least 4.5 to 1 on every colour. */
export function ink(background: string): string {
  const light = luminance(background);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** A colour between two others: 0 is the first, 1 the second. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  const hex = a.map((part, at) => Math.round(part + ((b[at] ?? 0) - part) * share).toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}

/** A shade of a colour for the design with this number, so that designs of one type differ but belong together. */
export function shade(base: string, index: number): string {
  const steps = [0, 0.2, -0.2, 0.1, -0.1, 0.28, -0.28];
  const step = steps[index % steps.length] ?? 0;
  return step === 0 ? base : mix(base, step > 0 ? "#ffffff" : "#000000", Math.abs(step));
}
