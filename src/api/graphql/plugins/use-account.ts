import type { Plugin } from './plugin.js';

/** Begins and ends each call at the caller's account: of one caller only so many run at a time. */
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
