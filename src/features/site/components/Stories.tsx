import { Link } from 'react-router-dom';
import type { SuccessStory } from '#contracts/site.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { texts } from '../texts.ts';
import styles from './Stories.module.css';

function Facts({ story }: { story: SuccessStory }) {
  const { before, after } = story;
  return (
    <dl className={styles.facts}>
      <dt>{texts.passed}</dt>
      {story.passed.map(({ name, faculty, region }) => (
        <dd key={`${name} ${faculty}`}>
          {[name, faculty].filter(Boolean).join(' ')}
          <span className={styles.region}>{region}</span>
        </dd>
      ))}
      <dt>{texts.from}</dt>
      <dd>{story.school_from}</dd>
      {before !== null && after !== null && (
        <>
          <dt>{texts.deviation}</dt>
          <dd>
            <span aria-hidden="true">{texts.change(before, after)}</span>
            <span className="visually-hidden">{texts.changeWords(before, after)}</span>
          </dd>
        </>
      )}
      {story.courses.length > 0 && (
        <>
          <dt>{texts.usedCourses}</dt>
          {story.courses.map(({ id, name }) => (
            <dd key={id}>
              <Link to={paths.catalogueCourse(id)} className={styles.course}>
                {name}
              </Link>
            </dd>
          ))}
        </>
      )}
    </dl>
  );
}

/**
 * How others passed, one after the other; an invented example says so on its first line. `isShort`: only the facts and
 * the advice, on a page that only links to the whole.
 */
export function Stories({
  stories,
  isShort = false,
}: {
  stories: readonly SuccessStory[];
  isShort?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {stories.map((story) => (
        <li key={story.id}>
          <article className={styles.story} data-testid="story">
            {story.is_sample && (
              <p className={styles.mark}>
                <Chip tone="orange">{texts.sampleStory}</Chip>
              </p>
            )}
            <h3 className={styles.name}>{story.nickname}</h3>
            <Facts story={story} />
            {!isShort &&
              story.body.split('\n').map((line) => (
                <p key={line} className={styles.text}>
                  {line}
                </p>
              ))}
            {story.advice && (
              <div className={styles.advice}>
                <h4 className={styles.adviceTitle}>{texts.advice}</h4>
                <p>{story.advice}</p>
              </div>
            )}
          </article>
        </li>
      ))}
    </ul>
  );
}
