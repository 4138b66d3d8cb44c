import './drop-zone.css';
import { useState } from 'react';
import { useDocumentEvent } from '../use-document-event.ts';
import { Filled, useWords } from '../words/use-words.tsx';
import { droppedFiles, hasFiles, type NamedFile } from './dropped-files.ts';

interface DropZoneProps {
  readonly collection: string;
  readonly onDrop: (files: readonly NamedFile[]) => void;
}

/** Takes files and folders that are dropped anywhere on the page, and says so while they are dragged over it. */
export function DropZone({ collection, onDrop }: DropZoneProps) {
  const words = useWords();
  const [isOver, setOver] = useState(false);
  useDocumentEvent('dragover', (event) => {
    if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  });
  useDocumentEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  useDocumentEvent('drop', (event) => {
    setOver(false);
    if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(onDrop);
  });
  if (!isOver) return null;
  return (
    <div className="drop-zone">
      <p>
        <Filled phrase={words.documents.dropHere} parts={{ collection: <bdi>{collection}</bdi> }} />
      </p>
    </div>
  );
}
