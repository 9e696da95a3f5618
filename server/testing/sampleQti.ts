import { isInteraction } from '../content/questions/interactions.ts';
import { asQti2, type Response, responsesOf, scoringOf } from '../content/questions/qtiItem.ts';
import { below, childOf, childrenOf, readXml, type XmlNode } from '../content/questions/xmlTree.ts';
import type { Ask } from './sampleAsk.ts';

const choicesOf = (node: XmlNode, ...names: string[]): string[] =>
  node.children.flatMap((child) =>
    typeof child !== 'string' && names.includes(child.name) ? [child.attributes.identifier ?? ''] : [],
  );

/** `map_response` of QTI: each value counts once; a value without an entry gets the default. */
function mapped({ mapping }: Response, values: readonly string[]): number {
  const points = [...new Set(values)].map(
    (value) => mapping?.entries.find(({ key }) => key === value)?.points ?? mapping?.other ?? 0,
  );
  return Math.max(
    mapping?.lower ?? Number.NEGATIVE_INFINITY,
    points.reduce((sum, one) => sum + one, 0),
  );
}

/** Points of options or words as shares of the best. */
function sharesOf(points: readonly number[], best: number): number[] {
  return points.map((one) => one / best);
}

function askOfChoice(node: XmlNode, response: Response, isMapped: boolean): Ask {
  const choices = choicesOf(node, 'simpleChoice', 'inlineChoice');
  const isMulti = response.cardinality === 'multiple' || (node.attributes.maxChoices ?? '1') !== '1';
  const points = choices.map((choice) => mapped(response, [choice]));
  const sum = points.filter((one) => one > 0).reduce((all, one) => all + one, 0);
  if (isMulti && isMapped) return { kind: 'several', shares: sharesOf(points, sum) };
  if (isMapped) return { kind: 'one', shares: sharesOf(points, Math.max(...points)) };
  if (!isMulti)
    return { kind: 'one', shares: choices.map((choice) => Number(choice === response.correct[0])) };
  return {
    kind: 'exactly',
    of: choices.length,
    right: response.correct.map((one) => choices.indexOf(one) + 1),
  };
}

function askOfEntry(response: Response, isMapped: boolean): Ask {
  const isNumber = ['integer', 'float'].includes(response.baseType);
  const entries = isMapped
    ? (response.mapping?.entries ?? [])
    : response.correct.slice(0, 1).map((key) => ({ key, points: 1, isExact: true }));
  const best = Math.max(...entries.map(({ points }) => points));
  const said = entries.map(({ key, points, isExact }) => ({ key, isExact, share: points / best }));
  if (isNumber)
    return {
      kind: 'number',
      answers: said.map(({ key, share }) => ({ value: Number(key), tolerance: 0, share })),
    };
  return { kind: 'words', answers: said.map(({ key, ...rest }) => ({ text: key, ...rest })) };
}

/** Pairs as places: the first part is given, or the gap. A mapping gives each pair its points. */
function askOfPairs(node: XmlNode, response: Response, isMapped: boolean): Ask {
  const pairs = response.correct.map((pair) => pair.split(/\s+/));
  const [left = [], right = []] = childrenOf(node, 'simpleMatchSet').map((set) =>
    choicesOf(set, 'simpleAssociableChoice'),
  );
  const gaps = [...below(node, ({ name }) => name === 'gap')].map(
    ({ attributes }) => attributes.identifier ?? '',
  );
  const firsts = pairs.map(([one]) => one);
  const rows = {
    matchInteraction: () => ({
      of: right,
      pairs: left.flatMap((one) => pairs.filter(([first]) => first === one)).map(([, other]) => other),
      said: left.flatMap((one) => pairs.filter(([first]) => first === one)),
    }),
    gapMatchInteraction: () => {
      const said = gaps.flatMap((gap) => pairs.filter(([, second]) => second === gap).slice(0, 1));
      return { of: choicesOf(node, 'gapText', 'gapImg'), pairs: said.map(([word]) => word), said };
    },
    associateInteraction: () => ({
      of: choicesOf(node, 'simpleAssociableChoice').filter((one) => !firsts.includes(one)),
      pairs: pairs.map(([, other]) => other),
      said: pairs,
    }),
  }[node.name as 'matchInteraction' | 'gapMatchInteraction' | 'associateInteraction']();
  const points = rows.said.map((pair) =>
    Math.max(mapped(response, [pair.join(' ')]), mapped(response, [pair.toReversed().join(' ')])),
  );
  const sum = points.reduce((all, one) => all + one, 0);
  return {
    kind: 'places',
    keys: rows.pairs.map((one) => rows.of.indexOf(one ?? '') + 1),
    of: rows.pairs.map(() => rows.of.length),
    shares: isMapped ? sharesOf(points, sum) : null,
  };
}

function askOfInteraction(node: XmlNode, response: Response, isMapped: boolean): Ask | null {
  switch (node.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return askOfChoice(node, response, isMapped);
    case 'textEntryInteraction':
      return askOfEntry(response, isMapped);
    case 'orderInteraction': {
      const choices = choicesOf(node, 'simpleChoice');
      const keys = response.correct.map((one) => choices.indexOf(one) + 1);
      return { kind: 'places', keys, of: keys.map(() => choices.length), shares: null };
    }
    case 'matchInteraction':
    case 'gapMatchInteraction':
    case 'associateInteraction':
      return askOfPairs(node, response, isMapped);
    default:
      return null;
  }
}

/**
 * What a QTI item with one interaction asks, by its declarations and its template; `null`: it has several, or is not
 * marked automatically.
 */
export function askOfQti(text: string): Ask | null {
  const item = asQti2(readXml(text.replace(/^\uFEFF/, '')));
  const body = childOf(item, 'itemBody');
  const [node, ...more] = body ? [...below(body, ({ name }) => isInteraction(name))] : [];
  const response = responsesOf(item).get(node?.attributes.responseIdentifier ?? '');
  if (!node || !response || more.length > 0) return null;
  const isWritten = node.name === 'extendedTextInteraction';
  return isWritten ? null : askOfInteraction(node, response, scoringOf(item) === 'map_response');
}
