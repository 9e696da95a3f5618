import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { fileTypes } from '#contracts/support.ts';
import { formatBytes } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { type Attachment, attach } from '../attachments.ts';
import { areGoodFiles } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './FilePicker.module.css';

/** Chooses files; a file that may not be sent is refused with a message (product.md V14). */
export function FilePicker({
  id,
  files,
  error,
  onChange,
}: {
  id: string;
  files: readonly Attachment[];
  error?: string;
  onChange: (files: Attachment[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const shown = problem ?? error;

  const add = async (chosen: File[]) => {
    const next = [...files, ...(await attach(chosen))];
    const isGood = areGoodFiles(next);
    setProblem(isGood ? null : texts.files.rule);
    if (!isGood) return;
    onChange(next);
    setNews(texts.files.added(next.length));
  };
  const remove = ({ key, name }: Attachment) => {
    onChange(files.filter((file) => file.key !== key));
    setProblem(null);
    setNews(texts.files.removed(name));
    document.getElementById(id)?.focus();
  };

  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{texts.files.label}</legend>
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.key} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{formatBytes(file.size)}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={texts.files.remove(file.name)}
                onClick={() => remove(file)}
              >
                <IconX size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={fileTypes.join(',')}
        data-testid="files"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void add(chosen);
        }}
      />
      <ActionButton
        id={id}
        aria-describedby={shown ? `${id}-error` : `${id}-hint`}
        icon={<IconPaperclip size={20} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {texts.files.add}
      </ActionButton>
      <p id={`${id}-hint`} className={styles.hint}>
        {texts.files.rule}
      </p>
      {shown && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {shown}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </fieldset>
  );
}
