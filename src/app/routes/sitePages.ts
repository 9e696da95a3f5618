import type { LoadRoute } from '../lazyPage.ts';

const legal: LoadRoute = () => import('./legal/legal.tsx');

/**
 * Modules of the public pages that few visits begin with. Apart from the route table, which every first page carries,
 * like those of the members (memberPages.ts).
 */
export const sitePages = {
  about: () => import('./public/about.tsx'),
  student: () => import('./public/student.tsx'),
  konomoshi: () => import('./public/konomoshi.tsx'),
  konoshiki: () => import('./public/konoshiki.tsx'),
  success: () => import('./public/success.tsx'),
  campaign: () => import('./public/campaign.tsx'),
  entryExam: () => import('./public/entryExam.tsx'),
  password: () => import('./auth/password.tsx'),
  passwordReset: () => import('./auth/passwordReset.tsx'),
  passwordDone: () => import('./auth/passwordDone.tsx'),
  passwordChange: () => import('./auth/passwordChange.tsx'),
  signup: () => import('./auth/signup.tsx'),
  signupVerify: () => import('./auth/signupVerify.tsx'),
  signupComplete: () => import('./auth/signupComplete.tsx'),
  eula: legal,
  privacy: legal,
  commerce: legal,
  konoshikiEula: legal,
  contact: () => import('./support/contact.tsx'),
  contactComplete: () => import('./support/complete.tsx'),
  inquiry: () => import('./support/inquiry.tsx'),
  inquiryDetail: () => import('./support/inquiryDetail.tsx'),
  catalogue: () => import('./public/catalogue.tsx'),
  catalogueCourse: () => import('./public/catalogueCourse.tsx'),
  teachers: () => import('./public/teachers.tsx'),
  teacher: () => import('./public/teacher.tsx'),
  publicNotices: () => import('./public/notices.tsx'),
  publicNotice: () => import('./public/notice.tsx'),
  test: () => import('./public/test.tsx'),
} satisfies Record<string, LoadRoute>;

export type SitePages = typeof sitePages;
