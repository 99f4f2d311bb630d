interface PhoneProps {
  /** E.164, as it is stored and copied. */
  number: string;
  /** As it is written in its country. */
  shown: string;
}

/** A phone number as people write it; exact on hover. */
export const Phone = ({ number, shown }: PhoneProps) => (
  <span class="phone" title={number}>
    {shown}
  </span>
);
