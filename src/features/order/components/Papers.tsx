import { useState } from 'react';
import { type Document, type DocumentList, documentListSchema } from '#contracts/shopDocument.ts';
import type { Order } from '#contracts/shopOrder.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { type Answer, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import type { PdfState } from '#shared/lib/shop/usePdf.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { getPapers, postReceived } from '../api.ts';
import { hasReceipt } from '../model.ts';
import { texts } from '../texts.ts';
import { usePaper } from '../usePaper.ts';
import styles from './Order.module.css';
import { ReceiptForm } from './ReceiptForm.tsx';

const words = texts.receipt;

/**
 * The documents of a paid order (money.md 4.17, 4.18): the receipt, which first needs a name, and the others.
 * `onNamed`: the order now has a receipt. Nothing if there are no documents.
 */
export function Papers({ owner, order, onNamed }: { owner: string; order: Order; onNamed: () => void }) {
  const papers = useAnswer(
    (options) => getPapers(order.id, options),
    keptCopy(owner, `papers.${order.id}`, documentListSchema),
  );
  const isNothing = papers.data?.results.length === 0 && !hasReceipt(order);
  if (isNothing) return null;
  return (
    <section className={styles.card} aria-labelledby="papers-title" data-testid="papers">
      <h2 id="papers-title">{words.title}</h2>
      <MirrorView mirror={papers} shape={<Skeleton height="4rem" radius="0.75rem" />}>
        {(shown) => <Shown owner={owner} order={order} shown={shown} papers={papers} onNamed={onNamed} />}
      </MirrorView>
    </section>
  );
}

function Shown({
  owner,
  order,
  shown,
  papers,
  onNamed,
}: {
  owner: string;
  order: Order;
  shown: DocumentList;
  papers: Answer<DocumentList>;
  onNamed: () => void;
}) {
  const receipt = shown.results.find(({ kind }) => kind === 'receipt');
  /** Puts a document's new version in its place in the list, or at the end. */
  const put = (paper: Document) => {
    const others = shown.results.filter(({ id }) => id !== paper.id);
    papers.put({ ...shown, results: [...others, paper] });
  };
  return (
    <>
      {!receipt && hasReceipt(order) && (
        <ReceiptForm
          owner={owner}
          order={order.id}
          payer={shown.payer_name}
          onMade={(paper) => {
            put(paper);
            onNamed();
          }}
          onTaken={papers.retry}
        />
      )}
      <ul className={styles.papers}>
        {shown.results.map((paper) => (
          <Paper key={paper.id} owner={owner} order={order.id} paper={paper} onChange={put} />
        ))}
      </ul>
    </>
  );
}

/** What happens after a tap on a document: it is loading, a link that always works, or why it failed. */
export function PaperNews({ state, title, name }: { state: PdfState; title: string; name: string }) {
  const fileName = `${name}.pdf`;
  const failure = state.kind === 'failed' ? describeFailure(state.error) : null;
  return (
    <>
      <SummaryBox
        title={words.failed}
        failure={state.kind === 'late' ? words.late : failure}
        testId="paper-error"
      />
      <div role="status">
        {state.kind === 'working' && <p>{words.waiting}</p>}
        {state.kind === 'ready' && <p>{words.ready(title)}</p>}
      </div>
      {state.kind === 'ready' && (
        <p className={styles.ways}>
          <a href={state.url} target="_blank" rel="noreferrer" data-testid="receipt-pdf">
            {words.openPdf}
          </a>
          <a href={state.url} download={fileName} data-testid="receipt-save">
            {words.save}
          </a>
        </p>
      )}
    </>
  );
}

function Paper({
  owner,
  order,
  paper,
  onChange,
}: {
  owner: string;
  order: string;
  paper: Document;
  onChange: (paper: Document) => void;
}) {
  const { state, open } = usePaper(owner, order);
  const isReceipt = paper.kind === 'receipt';
  const received = parseTime(paper.received_at);
  return (
    <li className={styles.paper}>
      <span className={styles.name}>{paper.title}</span>
      <span className={styles.small}>
        {[paper.name && words.named(paper.name, paper.honorific), words.number(paper.number)]
          .filter(Boolean)
          .join(' ')}
      </span>
      <div className={styles.actions}>
        <ActionButton
          disabled={state.kind === 'working'}
          onClick={() => void open(() => Promise.resolve(paper))}
          data-testid={isReceipt ? 'receipt-open' : 'paper-open'}
        >
          {state.kind === 'working' ? words.making : isReceipt ? words.show : words.open(paper.title)}
        </ActionButton>
      </div>
      <PaperNews state={state} title={paper.title} name={paper.number} />
      {paper.needs_confirmation && <Received paper={paper} onChange={onChange} />}
      {received !== null && <span className={styles.small}>{words.receivedDone(received)}</span>}
    </li>
  );
}

/** A contract document whose arrival the buyer has to confirm: the cooling-off period begins then (money.md 4.18). */
function Received({ paper, onChange }: { paper: Document; onChange: (paper: Document) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onChange(await postReceived(paper.id));
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SummaryBox title={words.failed} failure={failure} testId="paper-error" />
      <p>{words.receivedLead}</p>
      <div className={styles.actions}>
        <ActionButton
          disabled={isBusy || isOffline}
          onClick={() => void confirm()}
          data-testid="paper-received"
        >
          {words.received}
        </ActionButton>
      </div>
    </>
  );
}
