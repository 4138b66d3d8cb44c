/** How a model marks its thoughts. */
export interface ThoughtMarks {
  readonly opening: string;
  readonly closing: string;
}

/** The marks that models are known to use. */
export const thoughtMarks: readonly ThoughtMarks[] = [
  { opening: '<think>', closing: '</think>' },
  { opening: '<thinking>', closing: '</thinking>' },
  { opening: '<thought>', closing: '</thought>' },
  { opening: '<reasoning>', closing: '</reasoning>' },
  { opening: '<scratchpad>', closing: '</scratchpad>' },
  { opening: '<seed:think>', closing: '</seed:think>' },
  { opening: '[THINK]', closing: '[/THINK]' },
  { opening: '◁think▷', closing: '◁/think▷' },
  { opening: '<|START_THINKING|>', closing: '<|END_THINKING|><|START_RESPONSE|>' },
  // OpenAI's harmony format: https://github.com/openai/harmony
  { opening: '<|channel|>analysis', closing: '<|channel|>final<|message|>' },
];
