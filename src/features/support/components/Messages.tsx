import { IconDownload } from '@tabler/icons-react';
import type { Inquiry } from '#contracts/support.ts';
import { formatBytes, formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { resolveTarget } from '#shared/lib/transport/target.ts';
import { texts } from '../texts.ts';
import styles from './Thread.module.css';

/** The messages, oldest first. */
export function Messages({ messages }: { messages: Inquiry['messages'] }) {
  return (
    <ol className={styles.messages} aria-label={texts.thread.messages}>
      {messages.map(({ id, from, body, files, created }) => {
        const at = parseTime(created);
        return (
          <li key={id} className={styles.message} data-from={from} data-testid="message">
            <p className={styles.from}>
              <strong>{from === 'staff' ? texts.thread.desk : texts.thread.you}</strong>
              {at !== null && <time dateTime={created}>{formatMoment(at, serverNow())}</time>}
            </p>
            <p className={styles.body}>{body}</p>
            {files.length > 0 && (
              <ul className={styles.files}>
                {files.map((file) => (
                  <li key={file.id}>
                    <a
                      className={styles.file}
                      href={resolveTarget(file.url).url}
                      download={file.name}
                      aria-label={texts.files.save(file.name, formatBytes(file.size))}
                    >
                      <IconDownload size={18} aria-hidden="true" />
                      <span>{file.name}</span>
                      <span className={styles.size}>{formatBytes(file.size)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
