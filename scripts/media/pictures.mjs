// Converts pictures with ffmpeg: PNG to AVIF and WebP files, and PNG to raw pixels.
import { ffmpeg } from './programs.mjs';

/**
 * For boards and posters: flat colours and large writing, for which AVIF needs half the bytes of WebP. `isPrint`:
 * settings for small text on white, which stays sharp with a sixth fewer bytes.
 */
export async function writeAvif(png, file, { width, height, crf = 36, isPrint = false }) {
  const scale = `scale=${width}:${height}:flags=lanczos:out_color_matrix=bt709:out_range=pc,format=yuv420p`;
  const colors = '-color_primaries bt709 -color_trc iec61966-2-1 -colorspace bt709 -color_range pc'.split(
    ' ',
  );
  await ffmpeg(
    [
      '-f',
      'png_pipe',
      '-i',
      'pipe:0',
      '-vf',
      scale,
      '-frames:v',
      '1',
      '-c:v',
      'libaom-av1',
      '-still-picture',
      '1',
      '-cpu-used',
      '3',
      '-crf',
      String(crf),
      ...(isPrint ? ['-aom-params', 'tune-content=screen'] : []),
      ...colors,
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-f',
      'avif',
      file,
    ],
    png,
  );
}

export async function writeWebp(png, file, { width, height, quality = 82 }) {
  const scale = `scale=${width}:${height}:flags=lanczos`;
  await ffmpeg(
    [
      '-f',
      'png_pipe',
      '-i',
      'pipe:0',
      '-vf',
      scale,
      '-frames:v',
      '1',
      '-c:v',
      'libwebp',
      '-compression_level',
      '6',
      '-quality',
      String(quality),
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-f',
      'webp',
      file,
    ],
    png,
  );
}

export async function toPixels(png, { width, height, format = 'rgb24' }) {
  const scale = `scale=${width}:${height}:flags=lanczos`;
  return ffmpeg(
    ['-f', 'png_pipe', '-i', 'pipe:0', '-vf', scale, '-f', 'rawvideo', '-pix_fmt', format, 'pipe:1'],
    png,
  );
}
