import { Fragment, type ReactNode } from 'react';
import type { AnswerNode, Phrase, PhraseLine } from './answer-node.ts';
import { AnswerTable } from './answer-table.tsx';

interface AnswerNodesProps {
  /** The text that they are a part of. */
  readonly answer: string;
  readonly nodes: readonly AnswerNode[];
  readonly renderPhrase: (phrase: Phrase) => ReactNode;
  readonly renderFootnotes: (phrase: Phrase) => ReactNode;
}

/** The blocks of an answer, one below the other. */
export function AnswerNodes({ nodes, ...shared }: AnswerNodesProps) {
  return nodes.map((node, place) => <Node key={place} node={node} {...shared} />);
}

function Node({ node, ...shared }: Omit<AnswerNodesProps, 'nodes'> & { readonly node: AnswerNode }) {
  const { answer, renderPhrase, renderFootnotes } = shared;
  const words = (lines: readonly PhraseLine[]) => <Lines lines={lines} renderPhrase={renderPhrase} />;
  if (node.kind === 'table')
    return <AnswerTable answer={answer} table={node} renderFootnotes={renderFootnotes} />;
  if (node.kind === 'heading') return <h3>{words(node.lines)}</h3>;
  if (node.kind === 'code') return <pre dir="ltr">{words([node.line])}</pre>;
  if (node.kind === 'paragraph') return <p>{words(node.lines)}</p>;
  if (node.kind === 'quote') {
    return (
      <blockquote>
        <AnswerNodes nodes={node.nodes} {...shared} />
      </blockquote>
    );
  }
  const List = node.isNumbered ? 'ol' : 'ul';
  return (
    <List>
      {node.items.map(({ number, lines, nodes }, place) => (
        <li key={place} value={number}>
          {words(lines)}
          <AnswerNodes nodes={nodes} {...shared} />
        </li>
      ))}
    </List>
  );
}

interface LinesProps {
  readonly lines: readonly PhraseLine[];
  readonly renderPhrase: (phrase: Phrase) => ReactNode;
}

function Lines({ lines, renderPhrase }: LinesProps) {
  return lines.map((line, place) => (
    <Fragment key={place}>
      {place > 0 && <br />}
      {line.map((phrase, index) => (
        <Fragment key={index}>{renderPhrase(phrase)}</Fragment>
      ))}
    </Fragment>
  ));
}
