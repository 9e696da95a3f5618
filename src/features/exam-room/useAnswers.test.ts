import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnswersFile, answersFileSchema } from '#contracts/examContent.ts';
import { subjectResultSchema } from '#contracts/examResult.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { openAnswers, packOf } from '#shared/lib/exam/openPack.ts';
import { BrokenPieceError } from '#shared/lib/exam/pieces.ts';
import type { PackRow } from '#shared/lib/exam/rows.ts';
import { getSubjectResult } from './api.ts';
import { findAnswers } from './useAnswers.ts';

vi.mock('#shared/lib/exam/openPack.ts', () => ({ openAnswers: vi.fn(), packOf: vi.fn() }));
vi.mock('./api.ts', () => ({ getSubjectResult: vi.fn() }));

const packs = vi.mocked(packOf);
const opens = vi.mocked(openAnswers);
const server = vi.mocked(getSubjectResult);

const answers = (version: string): AnswersFile =>
  answersFileSchema.parse({ format: 1, subject: 's', version, questions: [], tracks: [] });
const told = (file: AnswersFile | null) =>
  subjectResultSchema.parse({ status: 'published', questions: [], answers: file });

const of = { id: 'a1', base: '/b/', exam: 'e', subject: 's' };
const find = () => findAnswers({} as ExamDb, of, 'AA', new AbortController().signal);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  packs.mockResolvedValue({} as PackRow);
  opens.mockResolvedValue(answers('here'));
  server.mockResolvedValue(told(answers('server')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('keys and criteria of an ended subject', () => {
  it('come from the pack on this device, and nobody is asked', async () => {
    expect(await find()).toMatchObject({ version: 'here' });
    expect(server).not.toHaveBeenCalled();
  });

  it('come from the server when the browser has deleted the pack, or pieces of it', async () => {
    packs.mockResolvedValueOnce(null);
    expect(await find()).toMatchObject({ version: 'server' });
    expect(server.mock.lastCall?.slice(0, 2)).toEqual(['/b/', 'a1']);
    opens.mockRejectedValueOnce(new BrokenPieceError('answers.json', 0));
    expect(await find()).toMatchObject({ version: 'server' });
  });

  it('are missing, and not empty, when the server does not tell them either', async () => {
    packs.mockResolvedValue(null);
    server.mockResolvedValueOnce(told(null));
    await expect(find()).rejects.toThrow();
    server.mockRejectedValueOnce(new TypeError('network'));
    await expect(find()).rejects.toThrow('network');
  });
});
