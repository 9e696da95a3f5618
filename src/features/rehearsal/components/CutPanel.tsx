import { IconCircleCheck, IconCircleDashed, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { type Cut, isWhole } from '../cut.ts';
import { onCut } from '../store.ts';
import { cutTexts as texts } from '../texts.ts';
import styles from './Cut.module.css';

/** The learner disconnects the network here and sees what happens to the answers. */
export function CutPanel({ cut, answers, isHandedIn }: { cut: Cut; answers: number; isHandedIn: boolean }) {
  return (
    <section className={styles.panel} aria-labelledby="cut-title" data-phase={cut.phase} data-testid="cut">
      <h3 id="cut-title" className={styles.title}>
        <IconWifiOff size={22} aria-hidden="true" />
        {texts.title}
      </h3>
      <div role="status" className={styles.news}>
        {cut.phase === 'waiting' && (
          <>
            <p>{texts.waiting}</p>
            <p className={styles.strong}>{texts.looking}</p>
          </>
        )}
        {cut.phase === 'off' && <p className={styles.strong}>{texts.off(cut.before)}</p>}
        {cut.phase === 'back' && <Back cut={cut} />}
      </div>
      {cut.phase === 'idle' && <Offer answers={answers} />}
      {cut.phase === 'waiting' && <Stop />}
      {cut.phase === 'off' && <Off cut={cut} isHandedIn={isHandedIn} />}
      {cut.phase === 'back' && !isHandedIn && (
        <ActionButton className={styles.own} onClick={() => onCut({ kind: 'start' })}>
          {texts.again}
        </ActionButton>
      )}
    </section>
  );
}

function Offer({ answers }: { answers: number }) {
  return (
    <>
      <p>{texts.lead}</p>
      {answers === 0 && <p>{texts.needsAnswer}</p>}
      <ActionButton className={styles.own} disabled={answers === 0} onClick={() => onCut({ kind: 'start' })}>
        {texts.start}
      </ActionButton>
    </>
  );
}

function Stop() {
  return (
    <ActionButton className={styles.own} look="quiet" onClick={() => onCut({ kind: 'stop' })}>
      {texts.stop}
    </ActionButton>
  );
}

/** Without a worker, a reload would lose the page. */
function canReload(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function Off({ cut, isHandedIn }: { cut: Cut; isHandedIn: boolean }) {
  return (
    <>
      <p>{texts.tryThis}</p>
      <ul className={styles.tries}>
        {!isHandedIn && <Try isDone={cut.hasChanged}>{texts.changeAnswer}</Try>}
        {canReload() ? (
          <Try isDone={cut.hasReloaded}>
            <ActionButton onClick={() => location.reload()}>{texts.reload}</ActionButton>
          </Try>
        ) : (
          <li>{texts.noReload}</li>
        )}
      </ul>
      <p>{texts.comeBack}</p>
      <Stop />
    </>
  );
}

function Try({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={styles.try} data-done={isDone || undefined}>
      <Icon size={22} aria-hidden="true" />
      {children}
      {isDone && <span className={styles.done}>{texts.done}</span>}
    </li>
  );
}

function Back({ cut }: { cut: Cut }) {
  if (!isWhole(cut)) return <p className={styles.strong}>{texts.lost}</p>;
  return (
    <>
      <p className={styles.strong}>{texts.back(cut.after)}</p>
      {cut.hasReloaded && <p>{texts.backReload}</p>}
    </>
  );
}
