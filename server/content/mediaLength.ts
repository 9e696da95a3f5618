import { open } from 'node:fs/promises';

/** Boxes that may stand before an MP4 names its brand (`ftyp`): room, and what old programs left. */
const before = ['free', 'skip', 'wide', 'pnot', 'uuid'];

/** Position of the box in which an MP4 names its brand. Readers expect this box at the beginning. */
async function brandAt(source: string): Promise<number> {
  const file = await open(source);
  try {
    const head = Buffer.alloc(8);
    for (let at = 0; (await file.read(head, 0, 8, at)).bytesRead === 8; ) {
      const size = head.readUInt32BE(0);
      if (size < 8 || !before.includes(head.toString('latin1', 4))) return at;
      at += size;
    }
    return 0;
  } finally {
    await file.close();
  }
}

/**
 * Length of an MP4 or M4A in seconds, read from the file itself: the length of its longest track, as players show it.
 * `null` when the file cannot be opened as such, or has no track of the wanted kind.
 */
export async function mediaLength(source: string, kind: 'video' | 'audio'): Promise<number | null> {
  // Only an import needs the reader; the server starts without it.
  const { FilePathSource, Input, MP4, QTFF } = await import('mediabunny');
  const content = new FilePathSource(source).slice(await brandAt(source));
  const input = new Input({ source: content, formats: [MP4, QTFF] });
  try {
    const tracks = await (kind === 'video' ? input.getVideoTracks() : input.getAudioTracks());
    if (tracks.length === 0) return null;
    const seconds = await input.computeDuration();
    return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
