import { checkFile } from '../mediaFile.ts';
import { mediaLength } from '../mediaLength.ts';
import type { ExamAsset, ExamContext } from './examTypes.ts';
import { assetName } from './figure.ts';
import type { SubjectFile } from './formats.ts';

/** Largest sound of a subject, bytes; and how many seconds a file may differ from its script (exams.md 2.2). */
export const soundLimit = { bytes: 64 * 1024 * 1024, secondsOff: 1 } as const;

type TrackFile = SubjectFile['tracks'][number];

/** What is in an M4A: its codec as its own name and how many channels; `null`: it cannot be read. */
async function soundOf(source: string): Promise<{ codec: string | null; channels: number } | null> {
  const { FilePathSource, Input, MP4, QTFF } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(source), formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track ? { codec: await track.getCodec(), channels: await track.getNumberOfChannels() } : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/**
 * Reads the sound of a track and checks that it is AAC in one channel and as long as its script says (exams.md 2.1).
 */
export async function readTrackFile(
  track: TrackFile,
  asked: { file: string; line: number },
  { root, folder, problems }: ExamContext,
): Promise<ExamAsset | null> {
  const refuse = (message: string) => problems.add(asked.file, asked.line, message);
  const found = await checkFile({ root, folder, store: '' }, track.file, 'audio', { ...asked, problems });
  if (!found) return null;
  const sound = await soundOf(found.source);
  if (sound?.codec !== 'aac') refuse(`音声「${track.file}」はAACではありません。`);
  else if (sound.channels !== 1) refuse(`音声「${track.file}」はモノラルにしてください。`);
  const seconds = await mediaLength(found.source, 'audio');
  if (seconds !== null && Math.abs(seconds - track.duration_sec) > soundLimit.secondsOff)
    refuse(
      `音声「${track.file}」は ${seconds.toFixed(1)} 秒です。duration_sec (${track.duration_sec}) と1秒以内でそろえてください。`,
    );
  const { source, sha256, size } = found;
  return { name: assetName(sha256, track.file), size, sha256, content: { source } };
}

/** How long a track takes as scripted, seconds. */
export function scriptedSeconds({ plays, gap_sec, preview_sec, duration_sec }: TrackFile): number {
  return preview_sec + plays * (duration_sec + gap_sec);
}

/** Reports the rules that the sound of a whole subject breaks. */
export function checkTracks(
  { tracks, minutes }: Pick<SubjectFile, 'tracks' | 'minutes'>,
  assets: readonly ExamAsset[],
  report: (message: string) => void,
): void {
  const bytes = new Map(assets.map(({ name, size }) => [name, size]));
  const sum = [...bytes.values()].reduce((all, size) => all + size, 0);
  if (sum > soundLimit.bytes) report(`音声が合わせて ${soundLimit.bytes / 1024 / 1024} MB を超えています。`);
  const seconds = tracks.reduce((all, track) => all + scriptedSeconds(track), 0);
  if (seconds > minutes * 60)
    report(`音声と間を合わせると ${Math.ceil(seconds / 60)} 分で、試験時間 ${minutes} 分より長くなります。`);
}
