import {
  type Filled,
  type FormProblem,
  SelectField,
  type SelectProps,
  TextAreaField,
  type TextAreaProps,
  TextField,
  type TextProps,
} from './field.js';

/** A form as it was filled in, or as a thing is, with what is wrong with it. */
export interface FilledForm {
  filled: Filled;
  problems: readonly FormProblem[];
}

/** What is said of a field whose value and problem its form knows. */
type Of<Props> = Omit<Props, 'value' | 'problems'> & { form: FilledForm };

/** One line of a form. */
export const FilledText = ({ form: { filled, problems }, ...field }: Of<TextProps>) => (
  <TextField autocomplete="off" {...field} value={filled.text(field.name)} problems={problems} />
);

/** Several lines of a form. */
export const FilledArea = ({ form: { filled, problems }, ...field }: Of<TextAreaProps>) => (
  <TextAreaField {...field} value={filled.raw(field.name)} problems={problems} />
);

/** One of a few in a form. */
export const FilledSelect = ({ form: { filled, problems }, ...field }: Of<SelectProps>) => (
  <SelectField {...field} value={filled.text(field.name)} problems={problems} />
);
