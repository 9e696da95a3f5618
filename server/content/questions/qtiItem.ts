import { Refused, refusals } from './refusal.ts';
import { childOf, childrenOf, textOf, type XmlNode } from './xmlTree.ts';

const camelOf = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** QTI 3 writes `qti-choice-interaction max-choices`, QTI 2 `choiceInteraction maxChoices`: one tree for both. */
export function asQti2(node: XmlNode): XmlNode {
  const name = node.name.startsWith('qti-') ? camelOf(node.name.slice(4)) : node.name;
  return {
    ...node,
    name,
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([key, value]) => [camelOf(key), value]),
    ),
    children: node.children.map((child) => (typeof child === 'string' ? child : asQti2(child))),
  };
}

/** What an item says about one response. */
export type Response = {
  identifier: string;
  cardinality: string;
  baseType: string;
  correct: string[];
  /** Points by value; `null`: no mapping. `isExact`: capital letters count. */
  mapping: {
    entries: { key: string; points: number; isExact: boolean }[];
    other: number;
    lower: number | null;
  } | null;
};

const numberOr = (text: string | undefined, other: number) => (text === undefined ? other : Number(text));

function mappingOf(node: XmlNode | undefined): Response['mapping'] {
  if (!node) return null;
  const entries = childrenOf(node, 'mapEntry').map(({ attributes }) => ({
    key: (attributes.mapKey ?? '').trim(),
    points: Number(attributes.mappedValue),
    isExact: attributes.caseSensitive !== 'false',
  }));
  const { defaultValue, lowerBound } = node.attributes;
  return {
    entries,
    other: numberOr(defaultValue, 0),
    lower: lowerBound === undefined ? null : Number(lowerBound),
  };
}

export function responsesOf(item: XmlNode): Map<string, Response> {
  const declared = childrenOf(item, 'responseDeclaration').map((node): Response => {
    const { identifier = '', cardinality = 'single', baseType = '' } = node.attributes;
    const correct = childOf(node, 'correctResponse');
    const values = correct ? childrenOf(correct, 'value').map((value) => textOf(value).trim()) : [];
    return {
      identifier,
      cardinality,
      baseType,
      correct: values,
      mapping: mappingOf(childOf(node, 'mapping')),
    };
  });
  return new Map(declared.map((response) => [response.identifier, response]));
}

/** How an item is scored: by its key, by its mapping, or not said. */
export type Scoring = 'match_correct' | 'map_response' | 'unsaid';

/** The template that an item is scored by; any other processing throws `Refused` (exams.md 2.3). */
export function scoringOf(item: XmlNode): Scoring {
  const processing = childOf(item, 'responseProcessing');
  if (!processing) return 'unsaid';
  const { template, templateLocation } = processing.attributes;
  const name =
    (template ?? templateLocation ?? '')
      .split('/')
      .at(-1)
      ?.replace(/\.xml$/, '') ?? '';
  if (name === 'match_correct' || name === 'map_response') return name;
  // The same templates under the names of Common Cartridge.
  if (name === 'CC2_match') return 'match_correct';
  if (name === 'CC2_map_response') return 'map_response';
  const [rule] = processing.children.filter((child): child is XmlNode => typeof child !== 'string');
  if (name === '' && !rule) return 'unsaid';
  throw new Refused(refusals.scoring(name || rule?.name || 'responseProcessing'), processing.line);
}

/** Outcomes that a template or a test player sets by itself, or that only choose the feedback. */
const knownOutcomes = new Set(['SCORE', 'MAXSCORE', 'FEEDBACK', 'FEEDBACKBASIC']);

/** Refuses an item that we cannot take, before its interactions are looked at. */
export function assertPlain(item: XmlNode): void {
  const isAdaptive = item.attributes.adaptive === 'true';
  const template = item.children.find(
    (child) => typeof child !== 'string' && /^template(?:Declaration|Processing)$/.test(child.name),
  );
  if (isAdaptive || template) throw new Refused(refusals.adaptive, item.line);
  for (const { attributes, line } of childrenOf(item, 'outcomeDeclaration'))
    if (!knownOutcomes.has(attributes.identifier ?? ''))
      throw new Refused(refusals.scoring(attributes.identifier ?? ''), line);
}

/** The greatest score that an item declares. */
export function declaredMaximum(item: XmlNode): number | null {
  const outcomes = childrenOf(item, 'outcomeDeclaration');
  const named = (identifier: string) =>
    outcomes.find(({ attributes }) => attributes.identifier === identifier);
  const told = named('SCORE')?.attributes.normalMaximum;
  const value = named('MAXSCORE');
  const given = value ? textOf(childOf(childOf(value, 'defaultValue') ?? value, 'value')).trim() : '';
  if (told !== undefined) return Number(told);
  return given === '' ? null : Number(given);
}
