// Package dataset reads, makes and divides labelled points.
//
//   - Read takes text tables and .npy files, ReadDigits the images that package idx reads; both give a Frame of named columns, with classes
//     as labels 1 and -1 or as one-hot rows.
//   - Standardize, Split, RandomFolds and ParseFolds prepare a Frame for training and for testing what was trained.
//   - NewTeacher and Draw make the planted problems of the paper's section 9, for all architectures.
//
// All randomness comes from a generator or a seed that the caller gives.
package dataset
