// Words that the synthesiser reads wrongly, rewritten in katakana just before it speaks. Found in its own analysis
// output (open_jtalk -ot). For a reading that is needed only once, use `read` in the script.
const READINGS = [
  [/じゅうはち/g, 'ジュウハチ'],
  [/(?<![でに])はち(?![がいかゃゅょりらく])|はち(?=がつ)/g, 'ハチ'],
  [/さんへいほう/g, 'サンヘイホウ'],
  [/はこだて|箱館/g, 'ハコダテ'],
  [/(?<![一-龠])値(?!段)/g, 'アタイ'],
  [/(現在|進行|標準|過去|未来|完了|ジー|能動|受動|一般|ing)形/g, '$1ケイ'],
  [/(?<!勝)負(?=[なにのはでと、。])/g, 'フ'],
  [/(?<![斜底両上下左右対周海岸水浜近\d一二三四0-9０-９])辺/g, 'ヘン'],
  [/(?<=[のるいたど])語(?=[にがをはでとも、。])/g, 'ゴ'],
  [/人か物か/g, 'ヒトか、モノか'],
  [/勝った/g, 'カッタ'],
  [/並べて/g, 'ナラベテ'],
  [/同じ空/g, 'オナジソラ'],
  [/の間(?=[でにのは、])/g, 'のアイダ'],
  [/は、ひ、ふ、へ、ほ/g, 'ハ、ヒ、フ、ヘ、ホ'],
];

export const correctReadings = (text) =>
  READINGS.reduce((result, [pattern, reading]) => result.replace(pattern, reading), text);
