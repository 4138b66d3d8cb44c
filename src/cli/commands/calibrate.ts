import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { asLocal } from '../as-local.ts';
import { formatCalibration } from '../format/format-calibration.ts';
import { formatCount } from '../format/format-quantity.ts';
import { runCommand } from '../run-command.ts';

/** `footnote calibrate [QUESTIONS]` */
export function calibrateCommand(): Command {
  const command = new Command('calibrate')
    .description('choose the thresholds below which a collection gives no answer')
    .argument(
      '[questions]',
      'file of questions (.yaml, .json, .jsonl, .csv or .tsv); without one, some are made',
    )
    .option('--save', 'apply them to the collection from now on; without it they are only shown')
    .option('--remove', 'remove the thresholds, so that those in the settings apply again')
    .action((file: string | undefined, flags: { save?: boolean; remove?: boolean }) => {
      if (flags.remove && (file !== undefined || flags.save))
        command.error("error: option '--remove' cannot be used with anything else");
      return runCommand(command, ({ config, output, signal }) =>
        withFootnote(config, async (footnote) => {
          if (flags.remove) {
            await asLocal(footnote, config).saveCalibration(null);
            output.result({ calibration: null }, () => 'Removed the thresholds of the collection.');
            return;
          }
          const { calibrate } = await import('../../evaluate/calibrate/calibrate.ts');
          const { calibrationQuestions } = await import('../../evaluate/calibrate/calibration-questions.ts');
          const { maxLength } = config.question;
          const questions = await calibrationQuestions(footnote, file, { maxLength, signal });
          for (const warning of questions.warnings) output.warn(warning);
          const { answerable, offTopic } = questions;
          output.note(
            `Asking ${formatCount(answerable.length, 'question')} that the collection answers, and ${formatCount(offTopic.length, 'off-topic question')}`,
          );
          const report = await calibrate(footnote, questions, { signal });
          if (flags.save) await asLocal(footnote, config).saveCalibration(report.calibration);
          output.result(report, (style) => formatCalibration(report, output.width, style));
          output.note(
            flags.save
              ? 'These thresholds apply from now on.'
              : 'Nothing was saved. Apply them by running the same command with --save.',
          );
        }),
      );
    });
  return command.addHelpText(
    'after',
    `
Examples:
  footnote calibrate questions.yaml
  footnote calibrate questions.yaml --save
  footnote calibrate --remove

Asks questions that the collection answers, and off-topic ones that come with
Footnote. Every second one is used to choose the thresholds, and to learn how
likely a question of a given relevance is to be answerable, which is the
confidence "calibrated"; the others are used to test both. With --save the result
is kept with the collection's index until the index is rebuilt.

With --json: {calibration: {minCosine, minCoverage, answerableQuestions,
answerableRefused, offTopicQuestions, offTopicRefused, answerability,
calibratedAt}, abstention, riskCoverage: [{confidence, coverage, risk}], aurc,
ece, probability: {fitted: {brier, ece}, relevance: {brier, ece}}}
`,
  );
}
