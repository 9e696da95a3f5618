import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { useDisplay, useScheme } from '#shared/ui/display.ts';
import styles from './CardFrame.module.css';
import type { CardErrors } from './cardRules.ts';
import type { CardState } from './protocol.ts';
import { type CardFrameControl, useCardFrame } from './useCardFrame.ts';

const texts = {
  title: 'カード情報の入力',
  waiting: 'カード入力欄を読み込んでいます。',
  late: 'カード入力欄を読み込めません。',
  lateBody: '時間をおいてもう一度お試しいただくか、ほかのお支払い方法をお選びください。',
  lateAlone: '時間をおいて、もう一度お試しください。',
  retry: 'もう一度読み込む',
  safe: 'カード番号は決済会社へ直接送られ、コノマナビには保存されません。',
} as const;

/** What a page can ask of the frame. */
export type CardFrameHandle = Pick<CardFrameControl, 'ask' | 'check' | 'clear'>;

/**
 * The fields of a card, in a document that this page cannot read (money.md 6). `id` and `name`: the frame as a field of
 * a form, for its error summary. `isCardOnly`: nothing else can pay here. `onErrors`, `onStatus`: what is wrong, and
 * whether the frame works at all. `children`: shown beside the error text if the frame cannot be loaded, for example a
 * link to other payment methods.
 */
export function CardFrame({
  ref,
  url,
  id,
  name = 'card',
  isInvalid = false,
  isCardOnly = false,
  onErrors,
  onStatus,
  onEnter,
  children,
}: {
  ref: Ref<CardFrameHandle>;
  url: string;
  id: string;
  name?: string;
  isInvalid?: boolean;
  isCardOnly?: boolean;
  onErrors?: (errors: CardErrors) => void;
  onStatus?: (status: CardState['status']) => void;
  onEnter?: () => void;
  children?: ReactNode;
}) {
  const theme = useScheme();
  const { font_scale } = useDisplay();
  const control = useCardFrame({ url, look: { theme, scale: font_scale, lang: 'ja' }, onEnter });
  const { state, ask, check, clear, nonce } = control;
  const { status, errors, height } = state;
  const known = useRef({ onErrors, onStatus });
  useEffect(() => {
    known.current = { onErrors, onStatus };
  });
  useEffect(() => known.current.onErrors?.(errors), [errors]);
  useEffect(() => known.current.onStatus?.(status), [status]);
  useImperativeHandle(ref, () => ({ ask, check, clear }));
  return (
    <div className={styles.room} data-testid="card-room" data-status={status}>
      <p className="visually-hidden" role="status">
        {status === 'waiting' ? texts.waiting : ''}
      </p>
      <iframe
        key={nonce}
        ref={control.frame}
        id={id}
        name={name}
        title={texts.title}
        className={styles.frame}
        data-testid="card-frame"
        data-invalid={isInvalid || undefined}
        // A document of our own origin must never also get `allow-same-origin`: that would disable the sandbox.
        sandbox={isElsewhere(url) ? 'allow-scripts allow-same-origin' : 'allow-scripts'}
        referrerPolicy="no-referrer"
        src={control.src}
        onLoad={control.onLoad}
        hidden={status === 'late'}
        height={height || undefined}
      />
      {status === 'waiting' && <div className={styles.shape} aria-hidden="true" />}
      <div role="status">
        {status === 'late' && (
          <div className={styles.late} data-testid="card-late">
            <p className={styles.lateTitle}>{texts.late}</p>
            <p>{isCardOnly ? texts.lateAlone : texts.lateBody}</p>
            <div className={styles.ways}>
              <ActionButton onClick={control.retry}>{texts.retry}</ActionButton>
              {children}
            </div>
          </div>
        )}
      </div>
      <p className={styles.safe}>{texts.safe}</p>
    </div>
  );
}

function isElsewhere(url: string): boolean {
  return new URL(url, location.href).origin !== location.origin;
}
