import { useState } from 'react';

interface RunPictureProps {
  readonly address: string;
  /** Its caption or description, which stands below it. */
  readonly caption: string;
}

/**
 * The picture of a figure. Until it has come it takes the room that most of them do, so that what is cited stays where
 * it was scrolled to; one that cannot be shown takes none.
 */
export function RunPicture({ address, caption }: RunPictureProps) {
  const [state, setState] = useState<'coming' | 'shown' | 'none'>('coming');
  if (state === 'none') return null;
  return (
    <img
      className={`run-picture run-picture-${state}`}
      src={address}
      alt={caption}
      loading="lazy"
      decoding="async"
      onLoad={({ currentTarget }) => {
        setState('shown');
        currentTarget.closest('.run')?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
      }}
      onError={() => setState('none')}
    />
  );
}
