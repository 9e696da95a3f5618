import { describe, expect, it } from 'vitest';
import { resumeAt, resumePosition } from './model.ts';

describe('resume', () => {
  it('starts at the stored second, and from the beginning in the last five', () => {
    expect(resumePosition(42, 100)).toBe(42);
    expect(resumePosition(95, 100)).toBe(0);
    expect(resumePosition(Number.NaN, 100)).toBe(0);
    expect(resumePosition(42, 0)).toBe(42);
  });
});

describe('where a lesson resumes', () => {
  const place = (position: number, client_at: string) => ({ position, client_at });
  const early = '2026-11-21T10:00:00+09:00';
  const late = '2026-11-21T02:00:00Z';

  it('goes on where this device stopped', () => {
    expect(resumeAt(place(60, late), place(300, early), 600)).toEqual({ start: 60, other: null });
    expect(resumeAt(place(60, early), null, 600)).toEqual({ start: 60, other: null });
  });

  it('offers the place of another device that was used since', () => {
    expect(resumeAt(place(60, early), place(300, late), 600)).toEqual({ start: 60, other: 300 });
  });

  it('does not ask about the same spot, or about the end', () => {
    expect(resumeAt(place(60, early), place(65, late), 600).other).toBeNull();
    expect(resumeAt(place(60, early), place(598, late), 600).other).toBeNull();
  });

  it('takes what is known on a new device, and begins without a history', () => {
    expect(resumeAt(null, place(300, late), 600)).toEqual({ start: 300, other: null });
    expect(resumeAt(null, place(598, late), 600)).toEqual({ start: 0, other: null });
    expect(resumeAt(null, null, 600)).toEqual({ start: 0, other: null });
  });
});
