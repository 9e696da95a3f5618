import type { ConfirmBlock } from '#contracts/shopCheckout.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

/** Paragraphs of the text that the buyer agreed to, unchanged. */
export function AgreedBlocks({ blocks }: { blocks: readonly ConfirmBlock[] }) {
  return blocks.map(({ key, title, lines }) => (
    <section key={key}>
      <h3>{title}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  ));
}

/** The whole text, folded away: the order keeps what its buyer saw (money.md 2). */
export function Agreed({ blocks }: { blocks: readonly ConfirmBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <details className={`${styles.card} ${styles.agreed}`} data-testid="order-agreed">
      <summary>{texts.detail.agreed}</summary>
      <AgreedBlocks blocks={blocks} />
    </details>
  );
}
