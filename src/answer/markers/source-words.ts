/** What models call the sources of an answer, where they list them or name one, in lower case. */
export const sourceWords: readonly string[] = `
  source, sources, sources used, sources cited, cited sources, source documents, documents used, documents cited
  documents referenced, referenced documents, reference, references, references used, citations, footnotes, bibliography
  works cited
  quelle, quellen, quellenangaben, quellenverzeichnis, referenzen, belege, fußnoten, literatur
  référence, références, notes de bas de page, bibliographie
  fuente, fuentes, referencia, referencias, citas, notas al pie, bibliografía
  fonte, fonti, riferimento, riferimenti, citazioni, bibliografia
  fontes, referência, referências, citações, notas de rodapé
  bron, bronnen, bronvermelding, referenties, verwijzingen, voetnoten, literatuur
  источник, источники, использованные источники, ссылки, сноски, литература, список литературы
  来源, 來源, 资料来源, 信息来源, 引用来源, 参考来源, 参考资料, 參考資料, 参考文献, 參考文獻, 引用, 脚注, 出处
  出典, 参考資料, 参照, 引用元, 情報源
  출처, 참고 문헌, 참고문헌, 참고 자료, 참고자료
  źródło, źródła, przypisy
  kaynak, kaynaklar, kaynakça
  källa, källor, referenser, fotnoter
  zdroj, zdroje, poznámky pod čarou
  джерело, джерела, посилання, література
  nguồn, tài liệu tham khảo
  sumber, referensi, daftar pustaka
  المصدر, المصادر, المرجع, المراجع, الهوامش, الحواشي`
  .trim()
  .split(/\s*[,\n]\s*/);
