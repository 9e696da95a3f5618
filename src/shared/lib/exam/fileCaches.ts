/**
 * Caches with files of questions that were taken; deleted with the session. In a file of their own, because the end of
 * a session needs the names alone.
 */

/** The files of the review's cards, so that they show without a network. */
export const reviewFilesCache = 'review-v1';
/** What a learner has heard beside answers. Like all copies that can be fetched again its name begins with `media`. */
export const heardCache = 'media-heard-v1';
