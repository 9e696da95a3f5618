import { Component, type ReactNode } from 'react';

type Props = { what: string; otherwise: ReactNode; children: ReactNode };

/** One question that cannot be drawn must not take the exam along: what is given in its place stays usable (row 25). */
export class QuestionBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`exam: ${this.props.what} cannot be drawn`, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.otherwise : this.props.children;
  }
}
