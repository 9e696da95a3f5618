import { useState } from 'react';
import { TextbookPane } from '#features/textbook/components/TextbookPane.tsx';
import { lessonOfPage, pagesOf } from '#features/textbook/model.ts';
import { texts as bookTexts } from '#features/textbook/texts.ts';
import { useTextbook } from '#features/textbook/useTextbook.ts';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from './studyTexts.ts';
import styles from './Textbook.module.css';
import type { Stage } from './useStage.ts';

/**
 * The textbook of the course beside a lesson; a page of another lesson offers a link to that lesson (product.md 4.2).
 */
export function Textbook({ stage }: { stage: Stage }) {
  const { study, choice, place, kept } = stage;
  const bundleId = study.item.course.textbook_bundle;
  const mirror = useTextbook(bundleId, !study.isClosed);
  const [chosen, setChosen] = useState<string | null>(null);
  if (bundleId === null) return <p className={styles.none}>{texts.noTextbook}</p>;
  const lessons = study.places.map(({ lesson }) => lesson);
  const lessonOf = (page: number) => {
    const lesson = lessonOfPage(lessons, page);
    return lesson && lesson.id !== place.lesson.id ? { id: lesson.id, name: lesson.name } : null;
  };
  return (
    <MirrorView
      mirror={mirror}
      shape={<TextSkeleton lines={9} />}
      isEmpty={({ files }) => files.length === 0}
      empty={<p className={styles.none}>{texts.noTextbook}</p>}
    >
      {({ files }) => {
        const file = files.find(({ id }) => id === chosen) ?? files[0];
        if (!file) return null;
        return (
          <div className={styles.book}>
            {files.length > 1 && (
              <SelectField
                label={bookTexts.file}
                hideLabel={true}
                value={file.id}
                options={files.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setChosen}
              />
            )}
            <TextbookPane
              bundleId={bundleId}
              file={kept ? { ...file, url: kept.urlOf(file.url) } : file}
              pages={pagesOf(place.lesson)}
              lessonOf={lessonOf}
              onLesson={(id) => choice.open(id, false)}
            />
          </div>
        );
      }}
    </MirrorView>
  );
}
