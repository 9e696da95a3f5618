/** What stands before a page of the app: the learner's stored first screen (src/features/first-screen). */
export const firstScreen = '#first';
