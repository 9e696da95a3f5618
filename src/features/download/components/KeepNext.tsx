import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { saveOrTell, savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { lineNow } from '#shared/lib/transport/line.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { mayKeepByItself, mostNext } from '../keepNext.ts';
import {
  chooseNext,
  type NextChoice,
  useNextChoices,
  useWifiAsked,
  writeWifiAsked,
} from '../keepNextChoices.ts';
import { keepNextNow } from '../keepNextWork.ts';
import { shelfTexts as texts } from '../shelfTexts.ts';
import styles from './KeepNext.module.css';

/** A course the learner owns. */
export type OwnCourse = { course: string; inventory: string; name: string };

/** Data of other features that the section needs. `courses`: `undefined` while they are read. */
export type KeepNextProps = {
  courses: readonly OwnCourse[] | undefined;
  wifiOnly: boolean;
  /** Returns whether it is stored; if not, the learner has been told. */
  onWifiOnly: (isOn: boolean) => Promise<boolean>;
};

const counts = Array.from({ length: mostNext + 1 }, (_, count) => count);

/** Asked once, when the first course is chosen: the learner's switch decides, not the browser's guess. */
function WifiQuestion({ onAnswer }: { onAnswer: (isOn: boolean) => void }) {
  return (
    <fieldset className={styles.question}>
      <legend>{texts.nextAsk}</legend>
      <div className={styles.answers}>
        <ActionButton look="primary" onClick={() => onAnswer(true)}>
          {texts.nextWifi}
        </ActionButton>
        <ActionButton onClick={() => onAnswer(false)}>{texts.nextAny}</ActionButton>
      </div>
    </fieldset>
  );
}

/** Whether the line may be used, and the button that is needed if the browser does not tell. */
function LineWords({ wifiOnly }: { wifiOnly: boolean }) {
  const isUnknown = wifiOnly && mayKeepByItself(lineNow(), wifiOnly) === 'unknown';
  const run = async () => {
    await keepNextNow(currentDb(), true);
    blueAlert.show(texts.nextNowDone);
  };
  return (
    <div className={styles.line}>
      <p>{isUnknown ? texts.nextUnknown : wifiOnly ? texts.nextWifiNow : texts.nextAnyNow}</p>
      {isUnknown && (
        <ActionButton
          onClick={() =>
            void run().catch((error: unknown) => {
              console.warn('downloads', error);
              savingFailedBehind(error, 'download');
            })
          }
        >
          {texts.nextNow}
        </ActionButton>
      )}
    </div>
  );
}

function Course({ own, choice }: { own: OwnCourse; choice: NextChoice | undefined }) {
  const { course, inventory, name } = own;
  const rendition = choice?.rendition ?? 'video';
  return (
    <li className={styles.course}>
      <span className={styles.name}>{name}</span>
      <SelectField
        label={texts.nextLabel(name)}
        hideLabel={true}
        value={String(choice?.count ?? 0)}
        options={counts.map((count) => ({
          value: String(count),
          label: count === 0 ? texts.nextOff : texts.nextOf(count),
        }))}
        onChange={(count) =>
          void saveOrTell('setting', () =>
            chooseNext(currentDb(), { course, inventory, rendition, count: Number(count) }),
          )
        }
      />
    </li>
  );
}

/** 「次の{n}レッスンを自動で保存」, course by course (offline.md 2.4). */
export function KeepNext({ courses, wifiOnly, onWifiOnly }: KeepNextProps) {
  const choices = useNextChoices();
  const wasAsked = useWifiAsked();
  const answer = async (isOn: boolean) => {
    if (await onWifiOnly(isOn)) await saveOrTell('setting', () => writeWifiAsked(currentDb()));
  };
  const isOn = choices !== undefined && choices.length > 0;
  return (
    <section aria-labelledby="storage-next" className={styles.section}>
      <h2 id="storage-next" className={styles.title}>
        {texts.next}
      </h2>
      <div className={styles.card}>
        <p className={styles.hint}>{texts.nextHint}</p>
        {courses?.length === 0 && <p className={styles.hint}>{texts.nextNone}</p>}
        <ul className={styles.list}>
          {choices &&
            courses?.map((own) => (
              <Course
                key={own.inventory}
                own={own}
                choice={choices.find(({ inventory }) => inventory === own.inventory)}
              />
            ))}
        </ul>
        {isOn && wasAsked === false && <WifiQuestion onAnswer={(chosen) => void answer(chosen)} />}
        {isOn && wasAsked && <LineWords wifiOnly={wifiOnly} />}
      </div>
    </section>
  );
}
