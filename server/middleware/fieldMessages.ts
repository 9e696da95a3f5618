import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

function message(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'string') return `${issue.maximum}文字以内で入力してください。`;
      if (issue.origin === 'array') return `${issue.maximum}件以内にしてください。`;
      return `${issue.maximum}以下にしてください。`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return '入力してください。';
      if (issue.origin === 'string') return `${issue.minimum}文字以上で入力してください。`;
      return `${issue.minimum}以上にしてください。`;
    case 'invalid_format':
      return '形式が正しくありません。';
    case 'invalid_type':
      return issue.input === undefined ? '入力してください。' : '値の種類が正しくありません。';
    case 'invalid_value':
      return issue.values[0] === true ? '同意が必要です。' : '値が正しくありません。';
    case 'custom':
      // A check of ours that says what is wrong.
      return issue.message === 'Invalid input' ? '値が正しくありません。' : issue.message;
    default:
      return '値が正しくありません。';
  }
}

/** Japanese messages per field of what a schema refused; nested fields as `a.b`, the whole body as `_`. */
export function fieldMessages(issues: readonly Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.length === 0 ? '_' : issue.path.map(String).join('.');
    const list = fields[name] ?? [];
    const text = message(issue);
    if (!list.includes(text)) list.push(text);
    fields[name] = list;
  }
  return fields;
}
