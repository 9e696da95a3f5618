/** Wording of the address for contract papers: late, because few orders need one. */
export const paperTexts = {
  title: '契約の書面の送り先',
  hint: 'このご注文では、契約の書面をお渡しします。PDFでの受け取りを確認できないときは、紙の書面をこの住所へお送りします。ほかの目的には使いません。',
} as const;
