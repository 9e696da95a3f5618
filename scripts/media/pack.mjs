// Reads the demo pack: courses, lessons (front matter + body), board scripts, teachers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { courseDir, demoRoot } from './paths.mjs';

const readYaml = (file) => parse(readFileSync(file, 'utf8'));

export function splitFrontMatter(text, file) {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!match) throw new Error(`${file}: no front matter`);
  return { head: match[1], body: match[2] };
}

function readLesson(course, id) {
  const file = path.join(courseDir(course.id), 'lessons', `${id}.md`);
  if (!existsSync(file)) return undefined;
  const { head, body } = splitFrontMatter(readFileSync(file, 'utf8'), file);
  const scriptFile = path.join(courseDir(course.id), 'scripts', `${id}.yaml`);
  const script = existsSync(scriptFile) ? readYaml(scriptFile) : undefined;
  return { id, file, ...parse(head), body, script, course };
}

function readCourse(id, teachers) {
  const file = path.join(courseDir(id), 'course.yaml');
  const course = { ...readYaml(file), file, missing: [] };
  course.teacher = teachers.find((teacher) => teacher.id === course.teachers[0]);
  course.lessons = [];
  for (const chapter of course.chapters) {
    chapter.lessons = [];
    for (const lessonId of chapter.units.flatMap((unit) => unit.lessons)) {
      const lesson = readLesson(course, lessonId);
      if (!lesson) course.missing.push(lessonId);
      else {
        chapter.lessons.push(lesson);
        course.lessons.push(lesson);
      }
    }
  }
  return course;
}

export function loadPack() {
  const teachers = readYaml(path.join(demoRoot, 'teachers.yaml'));
  const courses = readdirSync(path.join(demoRoot, 'courses'))
    .filter((id) => existsSync(path.join(courseDir(id), 'course.yaml')))
    .sort()
    .map((id) => readCourse(id, teachers));
  return { teachers, courses };
}
