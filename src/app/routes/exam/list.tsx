/** `/mypage/mockexam`: the mock exams. */
export { ExamsScreen as Component } from '#features/mock-exam/components/ExamsScreen.tsx';
