import { settingInvalid } from '../../errors.ts';
import { maxTimerMs, requireFields, requireNumbers } from '../../values/require-arguments.ts';

/** Where a remote model is asked. */
export interface ModelEndpoint {
  /** The base address, to which the path of a request is added. */
  readonly baseUrl: URL;
  /** Of the settings that it stands in, for remedies. */
  readonly section: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** For an answer, from connecting to its end; with all repetitions where someone waits for it. */
  readonly timeoutMs: number;
}

/** An endpoint as settings have it. */
export interface ModelEndpointOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as `Authorization: Bearer`. Default, and empty: none. */
  readonly apiKey?: string;
  /** For an answer, with all repetitions where someone waits for it. Default 120 000. */
  readonly timeoutMs?: number;
}

/**
 * Checks an endpoint's settings, which stand in `section` of all of them, and may stand among options of `otherNames`.
 * Errors: `config_invalid`; `request_invalid` for other options.
 */
export function modelEndpoint(
  section: string,
  options: ModelEndpointOptions,
  otherNames: readonly string[] = [],
): ModelEndpoint {
  requireFields('options', options, ['baseUrl', 'model', 'apiKey', 'timeoutMs', ...otherNames]);
  requireNumbers(options, { timeoutMs: [1, maxTimerMs] });
  const { model, timeoutMs = 120_000 } = options;
  if (typeof model !== 'string') throw settingInvalid(`${section}.model: it must be a string`);
  const baseUrl = URL.parse(options.baseUrl);
  const isPlain =
    baseUrl &&
    /^https?:$/.test(baseUrl.protocol) &&
    !baseUrl.username &&
    !baseUrl.password &&
    !baseUrl.search;
  if (!isPlain)
    throw settingInvalid(
      `${section}.baseUrl: it must be an http or https address without user, password or query`,
    );
  const apiKey = options.apiKey?.trim() || undefined;
  // A key with a line break in it would be quoted by the error of whoever builds the header.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw settingInvalid(`${section}.apiKey: it contains characters that no key can have`);
  return { baseUrl, section, model, apiKey, timeoutMs };
}
