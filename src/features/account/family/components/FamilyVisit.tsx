import { useCallback } from 'react';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { getReport } from '../api.ts';
import { texts } from '../texts.ts';
import { FamilyReportView } from './FamilyReport.tsx';

/**
 * What a learner's link shows their family, or that the link has stopped working. Nothing of it is stored on the
 * device.
 */
export function FamilyVisit({ token }: { token: string }) {
  const load = useCallback((options: AskOptions) => getReport(token, options), [token]);
  return (
    <ServerFirst load={load}>
      {(report) =>
        report ? (
          <FamilyReportView report={report} level={2} />
        ) : (
          <StateCard
            isFlat={true}
            picture="clock"
            title={texts.report.over}
            testId="family-over"
            actions={<ActionLink to={paths.parent()}>{texts.report.toParent}</ActionLink>}
          >
            {texts.report.overBody}
          </StateCard>
        )
      }
    </ServerFirst>
  );
}
