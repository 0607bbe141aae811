import type { Plugin } from './plugin.js';

/** Begins and ends each call in the account of its caller, which limits the calls that one caller runs at a time. */
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
