import { useSearchParams } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { readFilter, type TeacherList } from '../model.ts';
import { teacherTexts } from '../teacherTexts.ts';
import { texts } from '../texts.ts';
import { useTeachers } from '../useCatalogue.ts';
import { TeacherCard } from './TeacherCard.tsx';
import styles from './TeachersScreen.module.css';
import { useLast } from './useLast.ts';

function addressOf(subject: string): string {
  return subject ? `${paths.teachers()}?subject=${subject}` : paths.teachers();
}

function Subjects({ page, chosen }: { page: TeacherList | undefined; chosen: string }) {
  const subjects = [{ id: '', name: texts.allSubjects }, ...(page?.subjects ?? [])];
  return (
    <FilterLinks
      label={texts.subjectLabel}
      links={subjects.map(({ id, name }) => ({
        key: id || 'all',
        label: name,
        to: addressOf(id),
        isOn: id === chosen,
      }))}
    />
  );
}

/** The teachers (product.md 2.2.A `/teacher`), by subject. */
export function TeachersScreen() {
  const [address] = useSearchParams();
  const { subject } = readFilter(address);
  const list = useListAddress(subject ? new URLSearchParams({ subject }).toString() : '');
  const page = useTeachers(list.query);
  useStructuredData('teachers', async () => (await import('../structured.ts')).teachersData());
  return (
    <>
      <PageHeader title={teacherTexts.teacherTitle} inShell={false} lead={teacherTexts.teacherLead} />
      <div className={styles.filters}>
        <Subjects page={useLast(page.data)} chosen={subject} />
      </div>
      <PagedView
        mirror={page}
        list={list}
        empty={
          <EmptyState
            picture="search"
            title={teacherTexts.noTeacherTitle}
            action={
              subject && (
                <ActionLink to={paths.teachers()} look="primary" replace={true}>
                  {texts.reset}
                </ActionLink>
              )
            }
          >
            {subject && teacherTexts.noTeacherBody}
          </EmptyState>
        }
      >
        {({ items, count }) => (
          <>
            <ListStatus mirror={page}>
              <span role="status">{teacherTexts.teacherCount(count)}</span>
            </ListStatus>
            <ul className={styles.list} aria-label={teacherTexts.teachersLabel}>
              {items.map((teacher) => (
                <li key={teacher.id}>
                  <TeacherCard teacher={teacher} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedView>
    </>
  );
}
