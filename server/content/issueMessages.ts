import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

const typeNames: Record<string, string> = {
  string: '文字列',
  number: '数値',
  int: '整数',
  boolean: 'true か false',
  array: '一覧 (- で始まる行)',
  object: '項目の組',
};

function sizeMessage(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const side = issue.code === 'too_small' ? '以上' : '以内';
  if (issue.origin === 'string') return bound === 1 ? '空です' : `${bound}文字${side}で書いてください`;
  if (issue.origin === 'array')
    return bound === 1 ? '1つ以上書いてください' : `${bound}件${side}にしてください`;
  return `${bound}${issue.code === 'too_small' ? '以上' : '以下'}にしてください`;
}

function formatMessage(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'regex') return issue.message;
  if (issue.format === 'datetime') return '2026-11-01T09:00:00+09:00 のような日時で書いてください';
  if (issue.format === 'url') return 'https:// で始まるアドレスで書いてください';
  return '形式が正しくありません';
}

/** What is wrong with the value that a pack format refused, in Japanese, without the name of the item. */
export function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${typeNames[issue.expected] ?? issue.expected}で書いてください`;
    case 'invalid_value':
      return `${issue.values.map(String).join('、')} のどれかにしてください`;
    case 'too_small':
    case 'too_big':
      return sizeMessage(issue);
    case 'invalid_format':
      return formatMessage(issue);
    default:
      return '値が正しくありません';
  }
}
