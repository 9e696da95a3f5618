import { Component, Fragment, type ReactNode } from 'react';

type Props = { what: string; otherwise?: ReactNode; children: ReactNode };
type State = { failed: { error: unknown } | null; isGivenUp: boolean; nth: number };

/** Failures within so many ms are of one fault. */
const oneFaultMs = 5000;
/** So often a part is painted anew before it is given up. */
const tries = 2;

/**
 * A part of the room that is painted anew when it fails. Translations and extensions take elements away that React knows, and
 * it fails over them once (row 24); a fault of our own comes again, and `otherwise` stands in its place (row 25). Without it
 * the part around fails in its turn. `what`: for the record.
 */
export class Repaint extends Component<Props, State> {
  override state: State = { failed: null, isGivenUp: false, nth: 0 };
  #failedAt: number[] = [];

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`exam: ${this.props.what} cannot be drawn`, error);
    const now = performance.now();
    this.#failedAt = [...this.#failedAt.filter((at) => now - at < oneFaultMs), now];
    if (this.#failedAt.length > tries) this.setState({ isGivenUp: true });
    else this.setState(({ nth }) => ({ failed: null, nth: nth + 1 }));
  }

  override render(): ReactNode {
    const { failed, isGivenUp, nth } = this.state;
    const { otherwise, children } = this.props;
    if (!failed) return <Fragment key={nth}>{children}</Fragment>;
    if (isGivenUp && otherwise === undefined) throw failed.error;
    // Before it is given up it stands there again within the same task.
    return isGivenUp ? otherwise : null;
  }
}
