import type { Plugin } from './plugin.js';

/** Begins and ends each call in the caller's account, which limits the number of concurrent calls of one caller. */
export function useAccount(): Plugin {
  return {
    onParams({ context: { account }, paramsHandler, setParamsHandler }) {
      setParamsHandler(async (payload) => {
        account.begin();
        try {
          return await paramsHandler(payload);
        } finally {
          const givenBack = account.end();
          if (givenBack) await givenBack;
        }
      });
    },
  };
}
