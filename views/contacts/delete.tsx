import { ConfirmPage, type ConfirmProps } from '../shared/confirm-page.js';

/** Asks before a contact is deleted, and leads who wants more to where everything personal goes. */
export const DeleteContactPage = ({ erase, ...question }: ConfirmProps & { erase: string }) => (
  <ConfirmPage {...question}>
    <p>
      To forget the person altogether, <a href={erase}>erase the contact’s personal data</a> instead.
    </p>
  </ConfirmPage>
);
