import { Fragment, type ReactNode } from 'react';
import type { Marker } from './answer-blocks.ts';
import { AnswerTable } from './answer-table.tsx';
import type { AnswerNode, Line, Phrase } from './tree-builder.ts';

interface AnswerNodesProps {
  /** The text that they are a part of. */
  readonly answer: string;
  readonly nodes: readonly AnswerNode[];
  /** `words`, where they are not set by the marks in them. */
  readonly renderPhrase: (phrase: Phrase, words?: ReactNode) => ReactNode;
  readonly renderMarkers: (markers: readonly Marker[]) => ReactNode;
}

/** The blocks of an answer, one below the other. */
export function AnswerNodes({ nodes, ...shared }: AnswerNodesProps) {
  return nodes.map((node, place) => <Node key={place} node={node} {...shared} />);
}

function Node({ node, ...shared }: Omit<AnswerNodesProps, 'nodes'> & { readonly node: AnswerNode }) {
  const { answer, renderPhrase, renderMarkers } = shared;
  const words = (lines: readonly Line[]) => (
    <Lines lines={lines} renderPhrase={(phrase) => renderPhrase(phrase)} />
  );
  if (node.kind === 'table') return <AnswerTable answer={answer} {...node} renderMarkers={renderMarkers} />;
  if (node.kind === 'heading') return <h3>{words(node.lines)}</h3>;
  if (node.kind === 'code') return <pre dir="ltr">{renderPhrase(node.phrase, node.phrase.text)}</pre>;
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
  readonly lines: readonly Line[];
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
