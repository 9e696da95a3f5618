import { Component, Fragment, type ReactNode } from 'react';

type Props = { what: string; otherwise?: ReactNode; children: ReactNode };
type State = { failed: { error: unknown } | null; isGivenUp: boolean; nth: number };

/** Failures within this time count as one fault, ms. */
const oneFaultMs = 5000;
/** How often a part is rendered again before it is given up. */
const tries = 2;

/**
 * A part of the room that is rendered again when it fails. Translations and extensions remove elements that React
 * manages; this causes one failure (row 24). A bug of our own fails again; then `otherwise` is shown (row 25). Without
 * `otherwise` the error goes to the surrounding part. `what`: name for the log.
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
    // Before it is given up, it is rendered again within the same task.
    return isGivenUp ? otherwise : null;
  }
}
