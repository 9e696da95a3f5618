import type { Operation } from '../../operation.ts';
import { bookmarkOperations } from '../bookmark/operations.ts';
import { campaignOperations } from '../campaign/operations.ts';
import { checkOperations } from '../check/operations.ts';
import { courseOperations } from '../course/operations.ts';
import { dashboardOperations } from '../dashboard/operations.ts';
import { faqOperations } from '../faq/operations.ts';
import { favoriteOperations } from '../favorite/operations.ts';
import { homeOperations } from '../home/operations.ts';
import { inventoryOperations } from '../inventory/operations.ts';
import { lessonOperations } from '../lesson/operations.ts';
import { noteOperations } from '../note/operations.ts';
import { noticeOperations } from '../notice/operations.ts';
import { offlineOperations } from '../offline/operations.ts';
import { pageOperations } from '../page/operations.ts';
import { successOperations } from '../success/operations.ts';
import { teacherOperations } from '../teacher/operations.ts';
import { textbookOperations } from '../textbook/operations.ts';
import { watchHistoryOperations } from '../watchhistory/operations.ts';
import { whiteboardOperations } from '../whiteboard/operations.ts';

/** The operations of the learning API (routes.ts), for the OpenAPI document. */
export const learningOperations: Operation[] = [
  ...courseOperations,
  ...teacherOperations,
  ...inventoryOperations,
  ...lessonOperations,
  ...textbookOperations,
  ...whiteboardOperations,
  ...dashboardOperations,
  ...offlineOperations,
  ...bookmarkOperations,
  ...favoriteOperations,
  ...checkOperations,
  ...watchHistoryOperations,
  ...noteOperations,
  ...noticeOperations,
  ...pageOperations,
  ...homeOperations,
  ...faqOperations,
  ...successOperations,
  ...campaignOperations,
];
