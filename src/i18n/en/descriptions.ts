/** What settings and the parameters of tools mean. Schemas say it in English; other languages know each sentence. */
export const descriptions = {
  describe: (english: string): string => english,
};
