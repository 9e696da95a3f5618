// Teacher portraits as files: teachers/<id>.svg and teachers/<id>.webp (256 x 256, square background).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { avatarSvg } from './avatars.mjs';
import { demoRoot } from './paths.mjs';
import { writeWebp } from './pictures.mjs';

const folder = path.join(demoRoot, 'teachers');

export const portraitFiles = (teacher) =>
  [`${teacher.id}.svg`, `${teacher.id}.webp`].map((name) => path.join(folder, name));

/** The file version fills its square, so that the app can crop it to any shape. */
const squareSvg = (teacher) =>
  avatarSvg(teacher.id).replace(/<circle cx="128" cy="128" r="128"\/>/, '<rect width="256" height="256"/>');

export const portraitSource = squareSvg;

export async function makePortrait({ teacher, browser }) {
  mkdirSync(folder, { recursive: true });
  const [svgFile, webpFile] = portraitFiles(teacher);
  const svg = squareSvg(teacher);
  writeFileSync(svgFile, svg);
  const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
  try {
    await page.setContent(`<style>body{margin:0}svg{display:block;width:512px}</style>${svg}`);
    await writeWebp(await page.screenshot(), webpFile, { width: 256, height: 256, quality: 86 });
  } finally {
    await page.close();
  }
}
