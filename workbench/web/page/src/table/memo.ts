/** Components that are drawn again only if what they are given has changed. */
import { Component, type ComponentChildren, type FunctionComponent } from "preact";

type Draw<P> = (props: P) => ComponentChildren;

/** Equal if all are the same, and lists have the same members. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((part, at) => part === other[at]);
}

export function memo<P extends object>(draw: Draw<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      for (const key in after) if (!same(before[key], after[key])) return true;
      for (const key in before) if (!(key in after)) return true;
      return false;
    }
    override render() {
      return draw(this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
