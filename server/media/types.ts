import { mimes } from 'hono/utils/mime';

/** Types of media by their ending. */
export const mediaTypes = { ...mimes, m4a: 'audio/mp4', vtt: 'text/vtt; charset=utf-8' };
