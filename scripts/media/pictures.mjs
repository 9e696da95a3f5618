// Pictures: PNG -> WebP files and PNG -> raw pixels, through ffmpeg.
import { ffmpeg } from './programs.mjs';

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
