// Package dataset reads, generates and splits labelled points.
//
//   - Open takes text tables, matrices in brackets, .npy and .npz files, and returns a Source. Read and Take make its columns into a Frame:
//     named features and targets, with classes as labels 1 and -1 or as one-hot rows, words as features of 0 and 1, and missing values
//     refused, dropped or replaced. ReadDigits does the same for the images that package idx reads.
//   - Standardize, Split, RandomFolds and ParseFolds prepare a Frame for training and testing.
//   - NewTeacher and Draw generate the planted problems of the paper's section 9, for all architectures.
//
// All randomness comes from a generator or a seed given by the caller.
package dataset
